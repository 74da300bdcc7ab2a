import { compileFunction } from 'node:vm';
import { importsOf } from '#library/modules.js';
import type { JsonObject, JsonValue } from '#model/data/json.js';
import { type NotMapped, notMapped, type Remark } from '../assertions/mapped.js';
import type { ImportedTest } from '../imported.js';

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
export function refusalOfCode(code: string): NotMapped | undefined {
  if (code.length > longest) return notMapped(`it has more than ${longest} characters`);
  const text = withoutComments(code);
  const found = rules.find(([pattern]) => pattern.test(text));
  return found && notMapped(found[1], found[2]);
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

/** Returns true if code looks at the variables of the test. */
export function looksAtCase(code: string): boolean {
  return /\b(?:vars|context|ctx)\b/.test(code);
}

/** Returns the data for a function beside the case: `config`, and in `json` the names of variables that are no texts. */
export function argsOf(code: string, { vars }: ImportedTest, config: JsonValue | undefined): JsonObject | undefined {
  const others = Object.entries(vars).flatMap(([name, variable]) =>
    variable.kind === 'value' && typeof variable.value !== 'string' ? [name] : [],
  );
  const json = namesOnly(code) ? others.filter((name) => mentions(code, name)) : others;
  if (json.length === 0 && config === undefined) return undefined;
  return { ...(config !== undefined && { config }), ...(json.length > 0 && { json }) };
}

function mentions(code: string, name: string): boolean {
  return /\W/.test(name) ? code.includes(name) : code.split(/\W+/).includes(name);
}

/** Returns true if code takes variables by their names only, so that it uses none whose name is not in it. */
function namesOnly(code: string): boolean {
  return !/\bvars\b(?!['"]?\s*(?:\]\s*(?:\.get\(\s*|\[\s*)['"]|(?:\?\.|\.)\s*[\w$]|(?:\?\.)?\[\s*['"]))/.test(code);
}

const longestName = 80;

/** Returns the name of a check in reports: the code itself if it is short. */
export function nameOfCode(code: string, isNot: boolean): string | undefined {
  const text = code.trim().replace(/^file:\/\//, '');
  if (text.includes('\n') || text.length > longestName) return undefined;
  return isNot ? `not: ${text}` : text;
}

/** A model with tools may answer with calls, which promptfoo gives the code in the form of its provider. */
export const seesTextAlone: Remark = {
  reason: 'its code gets the text of an answer, and in promptfoo also the tool calls',
  todo: 'use `called` for calls',
};
