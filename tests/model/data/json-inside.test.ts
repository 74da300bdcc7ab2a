import assert from 'node:assert/strict';
import test from 'node:test';
import { startsOfJson } from '#model/data/json-inside.js';
import { cpuMs } from '../../support/cpu-time.js';

/** Returns the starts of JSON by trying each pair of brackets: correct, and slow. */
function startsByTrying(text: string): readonly number[] {
  const starts: number[] = [];
  for (let start = 0; start < text.length; start++) {
    if (!'[{'.includes(text.charAt(start))) continue;
    for (let end = start + 2; end <= text.length; end++) {
      if (!']}'.includes(text.charAt(end - 1)) || !isJson(text.slice(start, end))) continue;
      starts.push(start);
      break;
    }
  }
  return starts;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const texts: readonly string[] = [
  '',
  'if (a) { b } else [c]',
  'So: {"a": [1, -0.5e+3, true, null, "\\u00e9\\""], "b": {}}.',
  '["[1]", "[", "[2]"]',
  '"[" [1] "]"',
  '["[1] and {}',
  '[1,[2,[3,{"a":[4]}',
  '[01] [1.] [.5] [-] [1e] [1e+] [tru] [+1] [1 2] [,] [1,] {"a"} {"a":} {a:1} {"a":1,} ["\t"] ["\\x"] [\u00a01]',
  '[[]] {} [{}] [}] {]',
  '[ \n\t\r]',
];

for (const text of texts) {
  test(`JSON inside ${JSON.stringify(text)}`, () => {
    assert.deepEqual([...startsOfJson(text)], startsByTrying(text));
  });
}

test('JSON inside random texts of brackets and quotes', () => {
  let state = 7;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const tokens = ['[', ']', '{', '}', '"', '\\', ',', ':', '1', ' ', '"a":', 'true'];
  let found = 0;
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: 3 + random(22) }, () => tokens[random(tokens.length)]).join('');
    const expected = startsByTrying(text);
    assert.deepEqual([...startsOfJson(text)], expected, text);
    found += expected.length;
  }
  assert.ok(found > 1000, `${found}`);
});

/** Texts that take long if each bracket is read to its end. */
const slow: Readonly<Record<string, (length: number) => string>> = {
  'lists that are not closed': (length) => '[1'.repeat(length / 2),
  'lists in lists': (length) => '['.repeat(length),
  'strings that are not closed': (length) => '["'.repeat(200) + '\\'.repeat(length - 400),
  'brackets in strings': (length) => `["${'[",[",'.repeat(length / 6)}`,
  'nested lists with long content': (length) => `${'['.repeat(200)}${'1,'.repeat(length / 2)}`,
};

for (const [name, make] of Object.entries(slow)) {
  test(`${name}: 5 million characters are read in seconds`, () => {
    const text = make(5_000_000);
    const ms = cpuMs(() => {
      for (const start of startsOfJson(text)) assert.fail(`JSON at ${start}`);
    });
    assert.ok(ms < 60_000, `${ms} ms`);
  });
}
