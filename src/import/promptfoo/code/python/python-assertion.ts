import { posix } from 'node:path';
import type { JsonObject } from '#model/data/json.js';
import type { ExpectationContext } from '../../assertions/context.js';
import { type CarriedChecks, type LeftOut, leftOut, type Mapped } from '../../assertions/mapped.js';
import { type Assertion, thresholdOf } from '../../assertions/reading/assertion.js';
import { argsOf, looksAtCase, nameOfCode } from '../code-context.js';
import { refusalOfPath, sameCopy } from '../copied-path.js';
import { fileReference } from '../javascript/file-reference.js';
import type { Chain } from '../transforms/chain.js';
import { refusalOfPython } from './refusals.js';
import { runnerFile } from './runner.js';

interface Program {
  /** The file in the folder of the prompt, and its function. */
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

/** Carries over `python` as a program that runs the copied code. */
export function pythonAssertion(assertion: Assertion, chain: Chain, context: ExpectationContext): Mapped {
  const { value, node, test, isNot } = assertion;
  if (typeof value !== 'string' || value.trim() === '') return leftOut('it has no code');
  const program = fileReference(value)
    ? copiedFile(value, assertion, context)
    : inlineProgram(value, assertion, context);
  if ('kind' in program) return program;
  const threshold = thresholdOf(assertion);
  const rules: JsonObject = {
    ...argsOf(program.text, test, node.child('config')?.value),
    ...(isNot && { not: true }),
    ...(typeof threshold === 'number' && { threshold }),
    ...(context.parsesJson && chain.length === 0 && { parse: true }),
  };
  const given = Object.keys(rules).length > 0 ? [JSON.stringify(rules)] : [];
  const name = nameOfCode(value, isNot);
  const checks = [{ command: ['python3', runnerFile, program.path, program.name, ...given] }];
  return {
    kind: 'checks',
    checks,
    isDecision: false,
    ...(name !== undefined && { name }),
    needsAllVars: looksAtCase(program.text),
    ...remarksOn(chain, context),
  };
}

function copiedFile(value: string, { node }: Assertion, context: ExpectationContext): Program | LeftOut {
  const { path, name = 'get_assert' } = fileReference(value) ?? { path: '' };
  const at = node.place();
  const odd = refusalOfPath(path);
  if (odd) return odd;
  const { value: text, problems } = context.folder.text(path, at);
  if (text === null) return leftOut(problems[0]?.message ?? `${path} cannot be read`);
  const refused = refusalOfPython(text);
  if (refused) return { ...refused, reason: `${path}: ${refused.reason}` };
  if (!text.includes(name.split('.')[0] ?? name)) return leftOut(`${path} has no function ${name}`);
  const own = `checks/${posix.normalize(path)}`;
  if (!context.code.addFile(own, text)) return sameCopy(path);
  return { path: own, name, text };
}

/** Makes a function of the code, as promptfoo does: one line is an expression, several lines are the body. */
function inlineProgram(written: string, { node }: Assertion, context: ExpectationContext): Program | LeftOut {
  const code = written.replace(/\r\n?/g, '\n');
  const refused = refusalOfPython(code);
  if (refused) return refused;
  const text = `import json\n\n\ndef main(output, context):\n${bodyOf(code)}\n`;
  return { path: context.code.addPython(text, node.place()), name: 'main', text: code };
}

function bodyOf(code: string): string {
  if (!code.includes('\n')) return `    return ${code.trim()}`;
  const [indent = '    '] = /^(?!\s*$)\s+/m.exec(code) ?? [];
  return code
    .split('\n')
    .map((line) => `${indent}${line}`)
    .join('\n')
    .trimEnd();
}

function remarksOn(chain: Chain, { tools }: ExpectationContext): Pick<CarriedChecks, 'replaced'> {
  if (chain.length > 0)
    return { replaced: { reason: 'its code gets the transformed answer as text, also where it is data in promptfoo' } };
  if (tools.length === 0) return {};
  return {
    replaced: {
      reason: 'its code gets the text of an answer, and in promptfoo also the tool calls',
      todo: 'use `called` for calls',
    },
  };
}
