import { compileFunction } from 'node:vm';
import { importsOf } from '#library/modules.js';
import type { JsonObject } from '#model/data/json.js';
import {
  type Assertion,
  type CarriedChecks,
  type ExpectationContext,
  type LeftOut,
  leftOut,
  type Mapped,
  thresholdOf,
} from '../assertions/mapped.js';
import { type Chain, outputOf } from './chain.js';
import { argsOf, looksAtCase, moduleFile, nameOfCode } from './code-files.js';
import { copyModule, fileReference } from './copy-module.js';
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
  if (typeof value !== 'string' || value.trim() === '') return leftOut('it has no code');
  const code = codeOf(value, assertion, context);
  if ('kind' in code) return code;
  const output = outputOf(chain, context);
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

/** Returns the body that promptfoo makes of the code of a `transform`. */
export function bodyOfTransform(code: string): string {
  return code.includes('\n') ? code : `return ${code}`;
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

/**
 * Returns what is wrong with the syntax of a function's body; undefined if nothing is. The code is compiled and not executed. A comment of
 * HTML is one in a script and none in a module, so that the code behind it could end the function.
 */
export function syntaxFlaw(body: string, parameters: readonly string[]): string | undefined {
  const flaw = compileFlaw(body, parameters);
  if (flaw !== undefined) return flaw;
  if (
    compileFlaw(
      body.replace(htmlComment, (_, before = '') => `${before}\0`),
      parameters,
    ) !== undefined
  )
    return 'it has comments of HTML';
  const isRead = !('errorAt' in importsOf(`(${parameters.join(', ')}) => {\n${body}\n};`));
  return isRead ? undefined : 'it is no code of a module';
}

/** The start of a comment of HTML, unless it is inside of a text: a NUL in its place is then no error. */
const htmlComment = /<!--|(^\s*|\*\/\s*)-->/gm;

function compileFlaw(body: string, parameters: readonly string[]): string | undefined {
  try {
    compileFunction(`'use strict';\n${body}`, [...parameters]);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

type Rule = readonly [pattern: RegExp, reason: string, todo?: string];

const asArgument = 'pass what it needs in `args` of a `module` check';

const impure = 'a check must give the same answer each time';

/** What code may not do in a check of eva, by the words that show it. */
const rules: readonly Rule[] = [
  [/\bimport\s*\(/, 'it loads modules while it runs', 'import them at the top of a module'],
  [
    /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource)\b\s*\(|\bnew\s+(?:XMLHttpRequest|WebSocket|EventSource)\b/,
    'it opens connections',
  ],
  [/\bprocess\b/, 'it uses the process that runs it', asArgument],
  [/\b__(?:dirname|filename)\b|\bimport\.meta\b/, 'it looks for files beside itself', asArgument],
  [/\bMath\.random\b|\brandom(?:UUID|Bytes|Int)\b|\bgetRandomValues\b/, `it draws random numbers, and ${impure}`],
  [
    /\bDate\.now\b|\bnew\s+Date\s*(?:\(\s*\)|(?![\s(]))|(?<!new\s+)\bDate\s*\(|\bperformance\.now\b/,
    `it reads the clock, and ${impure}`,
  ],
  [/\bset(?:Timeout|Interval|Immediate)\b/, `it waits, and ${impure}`],
  [/\bproviderResponse\b/, 'it reads `providerResponse`, which eva does not have'],
  [/\blogProbs\b/, 'it reads `logProbs`, which eva does not have'],
  [
    memberOfContext('trace'),
    'it reads `trace`, which eva does not have',
    'read `steps` and `tool_calls` in a `module` check',
  ],
  [memberOfContext('prompt|test|provider|metadata'), 'it reads more of `context` than `vars` and `config`', asArgument],
];

/** Matches `context.NAME`, `context['NAME']` and `{ NAME } = context`, also with the names that people give the parameter. */
function memberOfContext(names: string): RegExp {
  const context = '(?:context|ctx)';
  return new RegExp(
    `\\b${context}\\s*(?:\\?\\.|\\.)\\s*(?:${names})\\b|\\b${context}\\s*(?:\\?\\.)?\\[\\s*['"](?:${names})['"]|\\{[^{}]{0,300}\\b(?:${names})\\b[^{}]{0,300}\\}\\s*=\\s*${context}\\b|\\(\\s*output\\s*,\\s*\\{[^{}]{0,300}\\b(?:${names})\\b[^{}]{0,300}\\}`,
  );
}

/** The most characters of code that are searched for what a check may not do. */
const longest = 200_000;

/** Returns why JavaScript code cannot be a check of eva; undefined if nothing in it is known to be in the way. */
export function refusalOfCode(code: string): LeftOut | undefined {
  if (code.length > longest) return leftOut(`it has more than ${longest} characters`);
  const text = withoutComments(code);
  const found = rules.find(([pattern]) => pattern.test(text));
  return found && leftOut(found[1], found[2]);
}

/** Removes comments. A `//` after a colon or quote belongs to a text. Takes linear time. */
export function withoutComments(code: string): string {
  let text = '';
  let at = 0;
  for (let start = code.indexOf('/*'); start >= 0; start = code.indexOf('/*', at)) {
    const end = code.indexOf('*/', start + 2);
    if (end < 0) break;
    text += `${code.slice(at, start)} `;
    at = end + 2;
  }
  return (text + code.slice(at)).replace(/(^|[^:'"`\\/])\/\/.*$/gm, '$1');
}
