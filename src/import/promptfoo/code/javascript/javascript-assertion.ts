import type { JsonObject } from '#model/data/json.js';
import type { ExpectationContext } from '../../assertions/context.js';
import { type CarriedChecks, type LeftOut, leftOut, type Mapped } from '../../assertions/mapped.js';
import { type Assertion, thresholdOf } from '../../assertions/reading/assertion.js';
import { argsOf, looksAtCase } from '../code-context.js';
import { moduleFile } from '../code-files.js';
import { type Chain, outputOf } from '../transforms/chain.js';
import { copyModule } from './copy-module.js';
import { fileReference } from './file-reference.js';
import { bodyOfAssertion, syntaxFlaw } from './inline-code.js';
import type { HelperName } from './module-text.js';
import { refusalOfCode } from './refusals.js';

/** The code of an assertion, as the function that `decide` calls. */
interface Code {
  readonly written: string;
  /** All code that runs, to see what it uses. */
  readonly text: string;
  readonly helpers: readonly HelperName[];
}

/** Carries over `javascript` as a function of the generated module. Its value is the code, or names the file that has it. */
export function javascriptAssertion(assertion: Assertion, chain: Chain, context: ExpectationContext): Mapped {
  const { value, node, test } = assertion;
  if (typeof value !== 'string' || value.trim() === '') return leftOut('it has no code');
  const code = codeOf(value, assertion, context);
  if ('kind' in code) return code;
  const output = outputOf(chain, context);
  const name = context.code.addFunction({
    kind: 'check',
    at: node.place(),
    helpers: ['decide', ...code.helpers, ...output.helpers],
    write: (own) => functionText(own, code.written, output.statement, rulesOf(assertion)),
  });
  const text = `${code.text}\n${output.text}`;
  const args = argsOf(text, test, node.child('config')?.value);
  const use = `${moduleFile}#${name}`;
  const checks: readonly JsonObject[] = [{ module: args ? { use, args } : use }];
  return {
    kind: 'checks',
    checks,
    isDecision: false,
    sees: 'whole',
    needsAllVars: looksAtCase(text),
    ...remarksOn(context),
  };
}

function codeOf(value: string, { node }: Assertion, context: ExpectationContext): Code | LeftOut {
  const reference = fileReference(value);
  if (reference) {
    const copied = copyModule(reference.path, node.place(), context);
    if ('kind' in copied) return copied;
    const { exports, text } = copied;
    const { name } = reference;
    if (exports && !exports.includes('default') && (name === undefined || !exports.includes(name))) {
      return leftOut(`${reference.path} does not export ${name ?? 'a default function'}`);
    }
    const own = context.code.importModule(copied.path);
    const called = `functionOf(${own}${name === undefined ? '' : `, ${JSON.stringify(name)}`})`;
    return { written: `(context) => ${called}(output, context)`, text, helpers: ['functionOf'] };
  }
  const body = bodyOfAssertion(value);
  const refused = /\brequire\b/.test(body)
    ? leftOut('it requires modules', 'import them in a module of your own')
    : refusalOfCode(body);
  if (refused) return refused;
  const flaw = syntaxFlaw(body, ['output', 'context']);
  if (flaw !== undefined) return leftOut(`it is no code that eva can run: ${flaw}`);
  return { written: `(context) => {\n${body}\n}`, text: body, helpers: [] };
}

function rulesOf(assertion: Assertion): string {
  const threshold = thresholdOf(assertion);
  const rules = [
    ...(assertion.isNot ? ['not: true'] : []),
    ...(typeof threshold === 'number' ? [`threshold: ${threshold}`] : []),
  ];
  return rules.length === 0 ? '' : `, { ${rules.join(', ')} }`;
}

function functionText(name: string, code: string, statement: string | undefined, rules: string): string {
  if (statement === undefined)
    return `export function ${name}(output, facts) {\n  return decide(facts, ${code}${rules});\n}`;
  return `export async function ${name}(_response, facts) {\n  ${statement}\n  return decide(facts, ${code}${rules});\n}`;
}

/** A model with tools may answer with calls, which promptfoo gives the code in the form of its provider. */
function remarksOn({ tools, callsInOutput }: ExpectationContext): Pick<CarriedChecks, 'replaced'> {
  if (tools.length === 0 || callsInOutput) return {};
  return {
    replaced: {
      reason: 'its code gets the text of an answer, and in promptfoo also the tool calls',
      todo: 'use `called` for calls',
    },
  };
}
