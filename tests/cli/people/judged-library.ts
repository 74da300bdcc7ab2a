import type { TestContext } from 'node:test';
import { type OpenLibrary, openLibrary } from '../../promises/open-library.js';
import { csvOf, type DataItem, goodItems } from '../dataset/data-library.js';

/** How the model and the judge of a library answer. */
export interface JudgedAnswers {
  /** The keys of the case besides its name. */
  readonly keys?: readonly string[];
  /** Returns the reply to a request text. Default: `good`. */
  readonly reply?: (text: string) => string;
  /** Returns the score of the judge, whose request contains the reply. Default: 5. */
  readonly score?: (text: string) => number;
  readonly items?: readonly DataItem[];
  readonly files?: Readonly<Record<string, string>>;
}

/** A case of 20 trials with a rubric, decided by the judge and by 15 labels. */
export const labelledTrials = [
  'inputs: { code: x }',
  'rubric: Is it polite?',
  'sample_size: 20',
  'criteria:',
  '  - proportion_gte: { proportion: 0.5 }',
  '  - proportion_gte: { proportion: 0.6, by: people, labels: 15 }',
];

/** The same claims about the items of a file. */
export const labelledItems = (labels = 15, claim = 'population') => [
  `dataset: { file: data/items.csv, claim: ${claim} }`,
  'rubric: Is it polite?',
  'criteria:',
  '  - proportion_gte: { proportion: 0.5 }',
  `  - proportion_gte: { proportion: 0.6, by: people, labels: ${labels} }`,
];

/** Makes a library whose answers a judge scores, and people label. */
export function judgedLibrary(
  t: TestContext,
  {
    keys = labelledTrials,
    reply = () => 'good',
    score = () => 5,
    items = goodItems(20),
    files = {},
  }: JudgedAnswers = {},
): Promise<OpenLibrary> {
  const lines = ['defaults: { model: claude-x, judge: { model: claude-j } }', 'cases:', '  - name: polite'];
  const yaml = [...lines, ...keys.map((key) => `    ${key}`)].join('\n');
  return openLibrary(t, {
    answer: ({ model, messages }) => {
      const text = JSON.stringify(messages);
      return model === 'claude-j' ? { tool_input: { reason: 'so it is', score: score(text) } } : reply(text);
    },
    files: { 'prompts/diff/eval.yml': `${yaml}\n`, 'prompts/diff/data/items.csv': csvOf(items), ...files },
  });
}
