import type { JsonObject } from '#model/data/json.js';
import {
  type Assertion,
  type ExpectationContext,
  type Mapped,
  type NotMapped,
  notMapped,
  thresholdOf,
} from '../assertions/mapped.js';
import { type Chain, outputAfter } from './chain.js';
import { moduleFile } from './code-files.js';
import { copyModule, fileReference } from './copy-module.js';
import { argsOf, looksAtCase, nameOfCode, refusalOfCode, seesTextAlone, syntaxFlaw } from './inspect-code.js';
import type { HelperName } from './module-text.js';

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
  if (typeof value !== 'string' || value.trim() === '') return notMapped('it has no code');
  const code = codeOf(value, assertion, context);
  if ('kind' in code) return code;
  const output = outputAfter(chain, context);
  const own = context.code.addFunction({
    kind: 'check',
    at: node.place(),
    helpers: ['decide', ...code.helpers, ...output.helpers],
    write: (fn) => functionText(fn, code.written, output.statement, rulesOf(assertion)),
  });
  const text = `${code.text}\n${output.text}`;
  const args = argsOf(text, test, node.child('config')?.value);
  const use = `${moduleFile}#${own}`;
  const name = nameOfCode(value, assertion.isNot);
  const checks: readonly JsonObject[] = [{ module: args ? { use, args } : use }];
  return {
    kind: 'checks',
    checks,
    isDecision: false,
    ...(name !== undefined && { name }),
    sees: 'whole',
    needsAllVars: looksAtCase(text),
    ...(context.tools.length > 0 && !context.callsInOutput && { replaced: seesTextAlone }),
  };
}

function codeOf(value: string, { node }: Assertion, context: ExpectationContext): Code | NotMapped {
  const reference = fileReference(value);
  if (reference) {
    const copied = copyModule(reference.path, node.place(), context);
    if ('kind' in copied) return copied;
    const { exports, text } = copied;
    const { name } = reference;
    if (exports && !exports.includes('default') && (name === undefined || !exports.includes(name))) {
      return notMapped(`${reference.path} does not export ${name ?? 'a default function'}`);
    }
    const own = context.code.importModule(copied.path);
    const called = `functionOf(${own}${name === undefined ? '' : `, ${JSON.stringify(name)}`})`;
    return { written: `(context) => ${called}(output, context)`, text, helpers: ['functionOf'] };
  }
  const body = bodyOfAssertion(value);
  const refused = /\brequire\b/.test(body)
    ? notMapped('it requires modules', 'import them in a module of your own')
    : refusalOfCode(body);
  if (refused) return refused;
  const flaw = syntaxFlaw(body, ['output', 'context']);
  if (flaw !== undefined) return notMapped(`it is no code that eva can run: ${flaw}`);
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

/**
 * Returns the body that promptfoo makes of the code of an assertion: several lines are a body already, one line is an expression, or
 * declarations with an expression behind them.
 */
function bodyOfAssertion(code: string): string {
  const text = code.trimEnd();
  if (text.includes('\n')) return text;
  const line = withoutSemicolons(text.trim());
  if (!/^(?:const|let|var)\s/.test(line)) return `return ${line}`;
  const end = lastSemicolon(line);
  const expression = line.slice(end + 1).trim();
  return end === -1 || expression === '' ? line : `${line.slice(0, end + 1)} return ${expression}`;
}

function withoutSemicolons(line: string): string {
  let end = line.length;
  while (line.charAt(end - 1) === ';') end--;
  return line.slice(0, end);
}

/** Returns the offset of the last semicolon outside of quotes; -1 without one. */
function lastSemicolon(line: string): number {
  let quote = '';
  let last = -1;
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === '\\') at++;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (/['"`]/.test(char)) quote = char;
    else if (char === ';') last = at;
  }
  return last;
}
