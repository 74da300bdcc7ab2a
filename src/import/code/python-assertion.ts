import { posix } from 'node:path';
import type { JsonObject } from '#model/data/json.js';
import {
  type Assertion,
  type CarriedChecks,
  type ExpectationContext,
  type Mapped,
  type NotMapped,
  notMapped,
  thresholdOf,
} from '../assertions/mapped.js';
import type { Chain } from './chain.js';
import { fileReference, refusalOfPath, sameCopy } from './copy-module.js';
import { argsOf, looksAtCase, nameOfCode, seesTextAlone } from './inspect-code.js';
import { runnerFile } from './module-text.js';

interface Program {
  /** The file in the folder of the prompt, and its function. */
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

/** Carries over `python` as a program that runs the copied code. */
export function pythonAssertion(assertion: Assertion, chain: Chain, context: ExpectationContext): Mapped {
  const { value, node, test, isNot } = assertion;
  if (typeof value !== 'string' || value.trim() === '') return notMapped('it has no code');
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

function copiedFile(value: string, { node }: Assertion, context: ExpectationContext): Program | NotMapped {
  const { path, name = 'get_assert' } = fileReference(value) ?? { path: '' };
  const at = node.place();
  const odd = refusalOfPath(path);
  if (odd) return odd;
  const { value: text, problems } = context.folder.text(path, at);
  if (text === null) return notMapped(problems[0]?.message ?? `${path} cannot be read`);
  const refused = refusalOfPython(text);
  if (refused) return { ...refused, reason: `${path}: ${refused.reason}` };
  if (!text.includes(name.split('.')[0] ?? name)) return notMapped(`${path} has no function ${name}`);
  const own = `checks/${posix.normalize(path)}`;
  if (!context.code.addFile(own, text)) return sameCopy(path);
  return { path: own, name, text };
}

/** Makes a function of the code, as promptfoo does: one line is an expression, several lines are the body. */
function inlineProgram(written: string, { node }: Assertion, context: ExpectationContext): Program | NotMapped {
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
  return tools.length === 0 ? {} : { replaced: seesTextAlone };
}

/** The modules of Python's standard library that a check may import. */
const modules = new Set(
  'abc ast base64 binascii bisect calendar cmath collections colorsys contextlib copy csv dataclasses datetime decimal difflib enum fractions functools hashlib heapq html io itertools json keyword math numbers operator pprint re statistics string struct textwrap types typing unicodedata xml zlib __future__ asyncio codecs configparser email fnmatch gettext graphlib inspect ipaddress locale sys tokenize traceback warnings logging quopri reprlib urllib'.split(
    ' ',
  ),
);

type Rule = readonly [pattern: RegExp, reason: string];

const rules: readonly Rule[] = [
  [/\burllib\s*\.\s*(?:request|robotparser)\b|\bfrom\s+urllib\s+import\s+[^\n]*\brequest\b/, 'it opens connections'],
  [/(?<![\w.])open\s*\(/, 'it reads files'],
  [/(?<![\w.])(?:exec|eval|__import__|compile)\s*\(/, 'it runs code that it makes'],
  [
    /\bdatetime\.(?:now|today|utcnow)\b|\bdate\.today\b/,
    'it reads the clock, and a check must give the same answer each time',
  ],
  [/['"](?:providerResponse|provider_response)['"]/, 'it reads `providerResponse`, which eva does not have'],
  [/['"](?:logProbs|log_probs)['"]/, 'it reads `logProbs`, which eva does not have'],
  [/\bcontext\s*(?:\[|\.get\(\s*)\s*['"]trace['"]/, 'it reads `trace`, which eva does not have'],
  [
    /\bcontext\s*(?:\[\s*|\.get\(\s*)['"](?:prompt|test|provider|metadata)['"]/,
    'it reads more of `context` than `vars` and `config`',
  ],
];

/** Returns why Python code cannot be a check of eva; undefined if nothing in it is known to be in the way. */
function refusalOfPython(code: string): NotMapped | undefined {
  const text = code.replace(/(^|\s)#.*$/gm, '$1');
  const found = rules.find(([pattern]) => pattern.test(text));
  if (found) return notMapped(found[1], 'write a `command` check');
  const other = importsIn(text).find((name) => !modules.has(name));
  return other === undefined ? undefined : notMapped(`it imports "${other}"`, 'write a `command` check');
}

/** Returns the first part of the name of each imported module; `.` for a relative import. */
function importsIn(text: string): readonly string[] {
  const from = [...text.matchAll(/^[ \t]*from[ \t]+(\.|\w+)/gm)].map(([, name = '']) => name);
  const plain = [...text.matchAll(/^[ \t]*import[ \t]+([^\n;]+)/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => /^\s*(\w+)/.exec(name)?.[1] ?? ''),
  );
  return [...from, ...plain].filter((name) => name !== '');
}
