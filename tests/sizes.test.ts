import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

const maxParameters = 4;
const maxEntries = 15;

/** Folders with more entries, and why. */
const largeFolders: Readonly<Record<string, string>> = {
  src: 'it is the house, with one folder for each room',
  'src/model': 'thrown.ts serves every room, and belongs to none of the folders',
};

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/\/\/.*$/gm, '');
}

/** Reads the parentheses that open at `start`: how many parameters are in them, where an object pattern counts as one, and their end. */
function parametersAt(text: string, start: number): { readonly count: number; readonly end: number } {
  let depth = 0;
  let commas = 0;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (/[([{]/.test(character) || (character === '<' && text[at + 1] !== ' ')) depth += 1;
    else if (/[)\]}]/.test(character) || (character === '>' && !/[= ]/.test(text.charAt(at - 1)))) depth -= 1;
    else if (character === ',' && depth === 1) commas += 1;
    else if (/['"`]/.test(character)) at = endOfText(text, at);
    if (depth > 0) continue;
    const inside = text.slice(start + 1, at).trim();
    return { count: inside === '' ? 0 : commas + (inside.endsWith(',') ? 0 : 1), end: at };
  }
  return { count: 0, end: text.length };
}

function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== text[start]) at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** Returns true if parentheses are those of a function: declared, of a class, or with an arrow after them. */
function isSignature(before: string, after: string): boolean {
  if (/^\s*(:[^=;]{1,200})?=>/.test(after)) return true;
  return /(\bfunction\s*\*?\s*[\w$]*\s*(<[^(]*>)?|\n {2}(static |async |\*)*#?[\w$]+(<[^(]*>)?)$/.test(before);
}

function longSignatures(file: string, source: string): readonly string[] {
  const text = withoutComments(source);
  return [...text.matchAll(/\(/g)].flatMap(({ index }) => {
    const { count, end } = parametersAt(text, index);
    if (
      count <= maxParameters ||
      !isSignature(text.slice(Math.max(0, index - 200), index), text.slice(end + 1, end + 250))
    )
      return [];
    return [`${file}:${text.slice(0, index).split('\n').length} has ${count} parameters: use one options object`];
  });
}

function largeFolder(folder: string): readonly string[] {
  const { length } = readdirSync(folder);
  if (length <= maxEntries || largeFolders[folder]) return [];
  return [`${folder} has ${length} entries: group them in folders with a meaning`];
}

const entries = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((name) => join('src', name));

test('functions take at most four parameters', () => {
  const files = entries.filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.gen.ts'));
  assert.ok(files.length > 10, 'the sources were found');
  assert.deepEqual(
    files.flatMap((file) => longSignatures(file, readFileSync(file, 'utf8'))),
    [],
  );
});

test('folders have at most fifteen entries', () => {
  const folders = ['src', ...entries.filter((name) => statSync(name).isDirectory())];
  assert.deepEqual(folders.flatMap(largeFolder), []);
});

test('the test of parameters notices functions of every kind', () => {
  const five = 'a: A, b: B<C, D>, { c, d }: { c: C; d: D }, e: (f: F, g: G) => H, i: I,';
  const sources = [
    `function f(${five}) {}`,
    `class X {\n  constructor(${five}) {}\n  async m(${five}): Promise<void> {\n  }\n}`,
    `const f = (${five}): void => {};`,
  ];
  assert.deepEqual(
    sources.map((source) => longSignatures('x.ts', source).length),
    [1, 2, 1],
  );
  assert.deepEqual(longSignatures('x.ts', 'function f(a: A, { b, c, d }: B, ...rest: C[]) {}'), []);
});
