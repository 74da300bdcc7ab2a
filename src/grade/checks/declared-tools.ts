import { type Case, modelUnderTest } from '#model/case.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import { type CheckSpec, checksOfGrader, innerChecks } from '#model/grader.js';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { ToolSpec } from '#model/reply/exchange.js';
import { nearest } from '#model/text/nearest.js';
import { quoted, short } from '#model/text/quoted.js';
import { Preparation } from '../check-parts/preparation.js';
import { readSchemaValue } from './json.js';

/**
 * Returns a problem for each check about a tool that the model under test does not declare, and for each `valid_calls` without declared
 * tools or with a schema that cannot be used. An application declares no tools: it may call any.
 */
export function undeclaredTools(testCase: Case, preparation = new Preparation()): readonly Problem[] {
  const tools = modelUnderTest(testCase.subject)?.tools;
  const checks = testCase.expectations.flatMap(({ grader }) => checksOfGrader(grader));
  return checks.flatMap((spec) =>
    spec.op === 'valid_calls' ? validationProblem(spec, tools, preparation) : nameProblems(spec, tools),
  );
}

/** Returns a problem for each tool in a check, or in those that it counts, that is not among `tools`. */
export function undeclaredIn(spec: CheckSpec, tools: readonly ToolSpec[] | undefined): readonly Problem[] {
  return innerChecks(spec).flatMap((inner) => nameProblems(inner, tools));
}

function validationProblem(
  { op, at }: CheckSpec,
  tools: readonly ToolSpec[] | undefined,
  preparation: Preparation,
): readonly Problem[] {
  if (!tools?.length)
    return [
      problem(
        'EVA_BAD_CHECK:no_tools',
        `${short(op)}: no "tools" are declared for this case, so no call could be valid`,
        { hint: 'set "tools" beside "model", or write called with arguments_schema', at },
      ),
    ];
  return tools.flatMap(({ name, input_schema }) => {
    const schema = readSchemaValue(input_schema, preparation);
    if (!('problemOf' in schema)) return [];
    return [
      problem('EVA_BAD_SCHEMA:of_tool', `${short(op)}: the input_schema of the tool ${quoted(name)} cannot be used`, {
        hint: 'correct the schema',
        at,
      }),
    ];
  });
}

function nameProblems({ op, value, at }: CheckSpec, tools: readonly ToolSpec[] | undefined): readonly Problem[] {
  if (!tools) return [];
  const known = tools.map(({ name }) => name);
  const unknown = [...new Set(toolsIn(op, value))].filter((name) => !known.includes(name));
  return unknown.map((name) => {
    const meant = nearest(name, known);
    return problem('EVA_BAD_CHECK:undeclared_tool', `${short(op)}: no tool ${quoted(name)} is declared in "tools"`, {
      hint: meant === undefined ? `the tools are ${known.map(short).join(', ')}` : `did you mean ${quoted(meant)}?`,
      at,
      fix: { name },
    });
  });
}

/** Returns the names of tools in the value of a check. Skips references to values of items. */
function toolsIn(op: string, value: JsonValue): readonly string[] {
  if (op === 'called' || op === 'not_called')
    return [value].flat().flatMap((wanted: JsonValue) => textsIn(wanted, 'tool'));
  return op === 'called_in_order' ? textsIn(value, 'tools') : [];
}

/** Returns the texts in a text, in a list, or in one key of a mapping. */
function textsIn(value: JsonValue | undefined, key: string): readonly string[] {
  if (isObject(value)) return Object.hasOwn(value, key) ? textsIn(value[key], key) : [];
  return [value ?? []].flat().filter((text) => typeof text === 'string');
}
