import type { TestContext } from 'node:test';
import { type LibraryOptions, type OpenLibrary, openLibrary } from '../../promises/open-library.js';

/** An item of a data set: a code and the word that a right answer has. */
export type DataItem = readonly [code: string, label: string, language?: string];

/** Writes items as CSV. */
export function csvOf(items: readonly DataItem[]): string {
  return ['code,label,language', ...items.map(([code, label, language = 'en']) => [code, label, language].join(','))]
    .map((line) => `${line}\n`)
    .join('');
}

/** Makes items whose label is `good`. */
export function goodItems(count: number, languageOf: (at: number) => string = () => 'en'): readonly DataItem[] {
  return Array.from({ length: count }, (_, at) => [`code ${at}`, 'good', languageOf(at)]);
}

export const caseOnData = (more = '', dataset = 'file: data/items.csv') => `defaults: { model: claude-x }
cases:
  - name: tickets
    dataset: { ${dataset} }
    assert: [ { contains: { field: label } } ]
    criteria: { proportion_gte: { proportion: 0.5 } }
${more}`;

/** A library whose case asks the items of `prompts/diff/data/items.csv`; the model answers `good`. */
export function dataLibrary(
  t: TestContext,
  items: readonly DataItem[],
  { files, ...options }: LibraryOptions & { readonly files?: Readonly<Record<string, string>> } = {},
): Promise<OpenLibrary> {
  const own = { 'prompts/diff/eval.yml': caseOnData(), 'prompts/diff/data/items.csv': csvOf(items) };
  return openLibrary(t, { answer: () => 'good', ...options, files: { ...own, ...files } });
}
