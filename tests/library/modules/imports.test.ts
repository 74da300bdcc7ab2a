import assert from 'node:assert/strict';
import test from 'node:test';
import { importsOf } from '#library/modules/imports.js';

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

test('a specifier is never changed', () => {
  for (const blank of ['\u3000', '\ufeff', '\u2028']) assert.ok('errorAt' in importsOf(`import './a${blank}b.mjs';`));
});
