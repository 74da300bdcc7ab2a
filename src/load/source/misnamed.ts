import { isThere } from './inside-root.js';

/** A file that somebody named differently than eva expects, and the name to give it. */
export interface Misnamed {
  readonly from: string;
  readonly to: string;
}

/** Names by which people call the body of a prompt, each with the name that eva reads. */
export const bodyNames: readonly Misnamed[] = [
  ...[
    'Prompt.md',
    'PROMPT.md',
    'prompt.markdown',
    'prompt.mdx',
    'prompts.md',
    'system.md',
    'prompt.j2',
    'prompt.jinja',
  ].map((from) => ({ from, to: 'prompt.md' })),
  ...['Prompt.txt', 'prompts.txt', 'system.txt', 'prompt'].map((from) => ({ from, to: 'prompt.txt' })),
  ...['messages.yaml', 'messages.json', 'prompt.json', 'prompt.yml', 'prompt.yaml'].map((from) => ({
    from,
    to: 'messages.yml',
  })),
];

/** Names by which people call eval.yml. */
export const evalNames: readonly Misnamed[] = [
  ...['eval.yaml', 'Eval.yml', 'Eval.yaml', 'EVAL.yml', 'evals.yml', 'evals.yaml', 'eval.json'],
  ...['tests.yml', 'tests.yaml', 'test.yml', 'cases.yml', 'cases.yaml'],
].map((from) => ({ from, to: 'eval.yml' }));

/** Returns the first of these files that a folder has; undefined if it has none. */
export function misnamedIn(root: string, folder: string, names: readonly Misnamed[]): Misnamed | undefined {
  return names.find(({ from }) => isThere(root, `${folder}/${from}`));
}
