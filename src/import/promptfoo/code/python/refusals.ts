import { type LeftOut, leftOut } from '../../assertions/mapped.js';

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
export function refusalOfPython(code: string): LeftOut | undefined {
  const text = code.replace(/(^|\s)#.*$/gm, '$1');
  const found = rules.find(([pattern]) => pattern.test(text));
  if (found) return leftOut(found[1], 'write a `command` check');
  const other = importsIn(text).find((name) => !modules.has(name));
  return other === undefined ? undefined : leftOut(`it imports "${other}"`, 'write a `command` check');
}

/** Returns the first part of the name of each imported module; `.` for a relative import. */
function importsIn(text: string): readonly string[] {
  const from = [...text.matchAll(/^[ \t]*from[ \t]+(\.|\w+)/gm)].map(([, name = '']) => name);
  const plain = [...text.matchAll(/^[ \t]*import[ \t]+([^\n;]+)/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => /^\s*(\w+)/.exec(name)?.[1] ?? ''),
  );
  return [...from, ...plain].filter((name) => name !== '');
}
