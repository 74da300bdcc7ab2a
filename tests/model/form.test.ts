import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

/** A call of `problem`, `evaError` or `refusedCheck` with its message, in the words of the source. */
interface WrittenProblem {
  readonly at: string;
  readonly key: string;
  readonly message: string;
  /** The hint and what to paste. */
  readonly advice: string;
}

/** Returns the end of a text or template that begins at `start`. */
function endOfText(source: string, start: number): number {
  const quote = source[start];
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === quote) return at;
    else if (quote === '`' && source.startsWith('${', at)) at = endOfBrackets(source, at + 1);
  }
  return source.length;
}

/** Returns the end of the brackets that begin at `start`. */
function endOfBrackets(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    const character = source[at] ?? '';
    if (/['"`]/.test(character)) at = endOfText(source, at);
    else if (/[([{]/.test(character)) depth++;
    else if (/[)\]}]/.test(character) && --depth === 0) return at;
  }
  return source.length;
}

/** Splits the arguments of a call at its commas. */
function argumentsOf(call: string): readonly string[] {
  const found: string[] = [];
  let from = 0;
  for (let at = 0; at < call.length; at++) {
    const character = call[at] ?? '';
    if (/['"`]/.test(character)) at = endOfText(call, at);
    else if (/[([{]/.test(character)) at = endOfBrackets(call, at);
    else if (character === ',') {
      found.push(call.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...found, call.slice(from).trim()];
}

function problemsIn(file: string, source: string): readonly WrittenProblem[] {
  return [...source.matchAll(/\b(?:problem|evaError|refusedCheck)\((?=\s*'EVA_)/g)].flatMap(({ index }) => {
    const start = source.indexOf('(', index);
    const [key = '', message = '', details = ''] = argumentsOf(source.slice(start + 1, endOfBrackets(source, start)));
    const line = source.slice(0, index).split('\n').length;
    const isObject = details.startsWith('{');
    const parts = isObject ? argumentsOf(details.slice(1, -1)) : [details];
    const advice = parts.filter((part) => !isObject || /^(?:hint|paste)\b/.test(part));
    return /['`]/.test(message[0] ?? '') ? [{ at: `${file}:${line}`, key, message, advice: advice.join() }] : [];
  });
}

const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => problemsIn(join('src', file), readFileSync(join('src', file), 'utf8')));

/** Names that usually hold text of users, models, files or programs. */
const foreignNames =
  'name|id|path|file|dir|root|reason|message|title|model|provider|label|ref|field|text|error|flaw|case|run_id|host';

/** Problems whose message says what the system refused: eva knows no better advice. */
const selfEvident = [
  'EVA_NOT_IMPORTABLE',
  'EVA_NO_FILE:opened',
  'EVA_UNREADABLE:opened',
  'EVA_DISK:list',
  'EVA_UNTRUSTABLE',
  'EVA_UNREADABLE:items',
  'EVA_INTERNAL:long_row',
];

const rules: readonly (readonly [rule: string, isBroken: (written: WrittenProblem) => boolean])[] = [
  ['a message is one clause without a full stop at its end', ({ message }) => /\.['`]$/.test(message)],
  [
    'a message begins with a small letter, a quote, a value or a name in capitals',
    ({ message }) => /^['`][A-Z][a-z]/.test(message) && !/^['`]Node /.test(message),
  ],
  [
    'a message is followed by a hint',
    ({ key, advice }) => advice === '' && !selfEvident.some((name) => key === `'${name}'`),
  ],
  [
    'text of others enters through quoted or short',
    ({ message, advice }) => new RegExp(`\\$\\{(?:\\w+\\.)*(?:${foreignNames})\\}`).test(message + advice),
  ],
];

for (const [rule, isBroken] of rules) {
  test(`problems: ${rule}`, () => {
    assert.ok(found.length > 300, `only ${found.length} problems were found`);
    const broken = found.filter(isBroken).map(({ at, key, message }) => `${at} ${key} ${message}`);
    assert.deepEqual(broken, []);
  });
}

test('each rule finds what breaks it', () => {
  const bad = [
    "problem('EVA_A', 'it is wrong.', { hint: 'mend it' })",
    "problem('EVA_A', 'The file is wrong', { hint: 'mend it' })",
    "problem('EVA_A', `${listed(['a)', \"b`\"])} is wrong`, { at })",
    "problem('EVA_A', `${item.path} is wrong`, { hint: 'mend it' })",
  ];
  const broken = bad.map((source) =>
    problemsIn('src/a.ts', source).flatMap((written) =>
      rules.flatMap(([, isBroken], number) => (isBroken(written) ? [number] : [])),
    ),
  );
  assert.deepEqual(broken, [[0], [1], [2], [3]]);
});
