import assert from 'node:assert/strict';
import test from 'node:test';
import { importsOf } from '#library/modules.js';

/** All characters that JavaScript takes for a blank or a line end: its own, the category of separators, and the byte order mark. */
const blanks = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((character) =>
  /\s/.test(character),
);

const forms: readonly ((blank: string) => string)[] = [
  (blank) => `${blank}import './a.mjs';`,
  (blank) => `import${blank}'./a.mjs';`,
  (blank) => `import x${blank}from${blank}'./a.mjs';`,
  (blank) => `export${blank}*${blank}from${blank}'./a.mjs';`,
  (blank) => `import${blank}{ x }${blank}from './a.mjs'${blank}with { type: 'json' };`,
  (blank) => `let a = 1;${blank}import './a.mjs';`,
];

function seenByEva(text: string): readonly (string | undefined)[] {
  const syntax = importsOf(text);
  return 'errorAt' in syntax ? [] : syntax.imports.map(({ specifier }) => specifier);
}

test('an import is seen beside every blank of JavaScript', () => {
  assert.ok(blanks.length >= 25);
  for (const blank of blanks)
    for (const form of forms) assert.deepEqual(seenByEva(form(blank)), ['./a.mjs'], JSON.stringify(form(blank)));
});

test('an import is seen after a comment that ends at any line end of JavaScript', () => {
  for (const end of ['\n', '\r', '\u2028', '\u2029'])
    assert.deepEqual(seenByEva(`// old: ${end} import './a.mjs';`), ['./a.mjs']);
  assert.deepEqual(seenByEva("// old: \u3000 import './a.mjs';"), []);
});

test('an import is seen where a comment, a pattern or a text could be taken for something else', () => {
  const texts = [
    "import x // './other.mjs'\nfrom './a.mjs';",
    "import * as x // './other.mjs'\nfrom './a.mjs';",
    'import { "./other.mjs" as x } from \'./a.mjs\';',
    "export * /* from './other.mjs' */ from './a.mjs';",
    "#! `\nimport './a.mjs';\n//`",
    "let x\n/`/.test('');\nimport './a.mjs';\n/`/.test('');",
    "export class A {} /`/.test('');import './a.mjs';/`/;",
    "class A extends class {} {} /`/.test('');import './a.mjs';/`/;",
    "for await (const x of []) /`/.test('');import './a.mjs';/`/;",
    "let y = 1;\ny\n++\n/`/.x;import './a.mjs';/`/;",
    "label: {} /'/.x;import './a.mjs';/'/;",
    "let z = {} / 2; import './a.mjs'; 1 / 1;",
  ];
  for (const text of texts) assert.deepEqual(seenByEva(text), ['./a.mjs'], text);
  assert.deepEqual(seenByEva("let x\n/`/;await import('./a.mjs');/`/;"), [undefined]);
});

test('a specifier is what JavaScript reads, with its offsets, and is never changed', () => {
  const text = "import './\\u0061.mjs'; import './a\u3000b.mjs'; await import(`./${1}`);";
  const syntax = importsOf(text);
  assert.ok(!('errorAt' in syntax));
  assert.deepEqual(
    syntax.imports.map(({ specifier }) => specifier),
    ['./a.mjs', './a\u3000b.mjs', undefined],
  );
  const written = syntax.imports.map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(written, ['./\\u0061.mjs', './a\u3000b.mjs', '`./${1}`']);
});

test('names of exports are known, unless a module passes on those of another one or takes an object apart', () => {
  const exportsIn = (text: string) => {
    const syntax = importsOf(text);
    return 'errorAt' in syntax ? 'error' : syntax.exports;
  };
  const known =
    'export default 1; export const a = 1, b = 2; export function c() {} export class D {} export { a as e };';
  assert.deepEqual(exportsIn(`${known} export * as f from './f.mjs'; export { g } from './g.mjs';`), [
    ...['default', 'a', 'b', 'c', 'D', 'e', 'f', 'g'],
  ]);
  assert.equal(exportsIn("export const a = 1; export * from './b.mjs';"), null);
  assert.equal(exportsIn('export const { a } = { a: 1 };'), null);
});
