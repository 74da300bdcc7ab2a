import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { placedText } from '#load/source/place.js';
import { readNodes } from '#load/source/yaml-source/nodes.js';
import { readOrdinary } from '#load/source/yaml-source/ordinary/ordinary.js';
import { scan } from '#load/source/yaml-source/scan.js';
import type { SourceNode } from '#load/source/yaml-source/source-node.js';

const library = fileURLToPath(new URL('../../prompts', import.meta.url));
const files = readdirSync(library, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yml'))
  .map((file) => [file, readFileSync(join(library, file), 'utf8')] as const);

test('most files of a library are ordinary', () => {
  const read = files.filter(([, text]) => readOrdinary(text)).map(([file]) => file);
  assert.ok(read.length >= 0.7 * files.length, `${read.length} of ${files.length}`);
});

test('every file of a library says the same to the parser', () => {
  for (const [file, text] of files) assertSame(text, file);
});

const ordinary = [
  'a: 1\n',
  'a: -1.50\nb: 2026-01-31 # a day\n\n# nothing\nc: 1.10.0\n',
  'a: \'it\'\'s\'\nb: "say \\"x\\"\\n"\nc: true\nd: ~\n',
  'a: [x, "y z", {k: v, w: [1, -2]}, []]\nb: { k: "", l: {} } # two\n',
  'a: |\n  one\n\n    two # text\n  three \n\nb: >-\n  one\n  two\nc:\n  d: |-\n    x\n\n',
  'a:\n- b\n- c: d\n  e:\n    - f\n    -   g: h\n        i: j\n# end\n',
  'a:\n    - |\n      text\n    - >\n     folded\n     text\n    - x # y\n',
  'a: http://x/?y=z#w\nb: (a) & [c] | "d", e\nc: a:b\nclaude-opus-4.7/x: y\n',
];

for (const text of ordinary) {
  test(`${JSON.stringify(text)} is read without the parser, as the parser reads it`, () => {
    assert.notEqual(readOrdinary(text), null);
    assertSame(text);
  });
}

/** What means something else than it seems to, or nothing. */
const others = [
  'a: 1',
  'a: 1\r\n',
  '- a\n',
  '',
  '# nothing\n',
  'a: b: c\n',
  'a: b:\n',
  'a: b\n c: d\n',
  'a: b\n  c\n',
  'a: "b\n  c"\n',
  'a: b\na: c\n',
  'a: {b: 1, b: 2}\n',
  'a: &x b\nc: *x\n',
  'a: !!str b\n',
  'a:\tb\n',
  'a:\nb: c\n',
  'a: [b\n  c]\n',
  'a: [b, ]\n',
  'a: {b}\n',
  'a: [b: c]\n',
  'a: 0x1f\nb: 1e3\n',
  'a: -0\n',
  'a: .inf\n',
  'a: 12345678901234567890\n',
  'a: |2\n   b\n',
  'a: |+\n  b\n\n',
  'a: >\n  b\n\n  c\n',
  'a: >\n  b\n   c\n',
  'a: |\n  b\n c\n',
  'a: |\n\n  b\n',
  'a: |\n  b\n \n  c\n',
  'null: a\n',
  '? a\n: b\n',
  'a: b\n---\nc: d\n',
  'a: - b\n',
  'a:\n  - b\n - c\n',
  'a: @b\n',
  'a: "\\x41"\n',
  '"a": b\n',
  'a: \u0001\n',
  `${Array.from({ length: 30 }, (_, at) => `${' '.repeat(at)}a:\n`).join('')}${' '.repeat(30)}b: c\n`,
];

for (const text of others) {
  test(`${JSON.stringify(text).slice(0, 60)} is left to the parser`, () => assert.equal(readOrdinary(text), null));
}

const piece = fc.constantFrom(
  ...[
    'a',
    'b',
    'key',
    '1',
    '-',
    '- ',
    ': ',
    ':',
    ' ',
    '  ',
    '    ',
    '\n',
    '\n  ',
    '\n    ',
    '\n- ',
    '\n  - ',
    '\n    - ',
    '\n\n',
  ],
  ...[
    '#',
    ' # c',
    '[',
    ']',
    '{',
    '}',
    ', ',
    ',',
    '"',
    "'",
    '|\n',
    '>-\n',
    '|-\n',
    '&',
    '*',
    '!',
    '%',
    '\\',
    '~',
    'null',
    'true',
    '2026-01-31',
    '0.5',
  ],
);

test('a text of any pieces is read as the parser reads it, or left to the parser', () => {
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => `a: ${pieces.join('')}\n`);
  fc.assert(
    fc.property(text, (one) => assertSame(one)),
    { seed: 1, numRuns: Number(process.env['RUNS'] ?? 2000) },
  );
});

test('a file of a library with some pieces put in or taken out is read as the parser reads it', () => {
  const edit = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), without: fc.nat(6), piece });
  const edited = fc.tuple(
    fc.constantFrom(...ordinary, ...files.map(([, text]) => text.slice(0, 1500))),
    fc.array(edit, { maxLength: 3 }),
  );
  fc.assert(
    fc.property(edited, ([text, edits]) => {
      assertSame(edits.reduce(withEdit, text));
    }),
    { seed: 1, numRuns: Number(process.env['RUNS'] ?? 1000) },
  );
});

function withEdit(text: string, { at, without, piece }: { at: number; without: number; piece: string }): string {
  const start = Math.floor(at * text.length);
  return text.slice(0, start) + piece + text.slice(start + without);
}

function assertSame(text: string, message: string = text): void {
  const own = readOrdinary(text);
  if (!own) return;
  const placed = placedText(text, 'a.yml');
  const scanned = scan(placed);
  const parsed = readNodes(placed, scanned.readable ?? '', scanned);
  assert.deepEqual([...scanned.problems, ...parsed.problems], [], message);
  assert.ok(parsed.value);
  assert.deepEqual(withoutEnds(own, text), withoutEnds(parsed.value, text), message);
}

/** Where a list or mapping without brackets ends is not said the same way, and nothing hangs on it. */
function withoutEnds(node: SourceNode, text: string): unknown {
  const { children, end, ...own } = node;
  if (!children) return { ...own, end };
  const parts = [...children].map(([step, child]) => [
    step,
    child.key && { ...child.key },
    withoutEnds(child.node, text),
  ]);
  return { ...own, parts, ...('[{'.includes(text[node.start] ?? '') && { end }) };
}
