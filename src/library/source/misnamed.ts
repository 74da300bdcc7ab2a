import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
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

/** Names by which people call eva.yml. */
export const configNames: readonly Misnamed[] = ['eva.yaml', '.eva.yml', '.eva.yaml', 'Eva.yml', 'eva.json'].map(
  (from) => ({ from, to: 'eva.yml' }),
);

/** Names by which people call inputs.yml. */
export const inputNames: readonly Misnamed[] = ['input.yml', 'inputs.yaml', 'input.yaml', 'inputs.json'].map(
  (from) => ({
    from,
    to: 'inputs.yml',
  }),
);

/** Names by which people call the other files of a prompt, each with the name that eva reads. */
export const otherNames: readonly Misnamed[] = [
  ...['recording.jsonl', 'recordings.json', 'recording.json'].map((from) => ({ from, to: 'recordings.jsonl' })),
  ...['rubric.yml', 'rubrics.yaml', 'rubric.yaml'].map((from) => ({ from, to: 'rubrics.yml' })),
  ...['mutation.yml', 'mutations.yaml', 'mutation.yaml'].map((from) => ({ from, to: 'mutations.yml' })),
];

/** Returns the files with such names in a folder that has no file with the right name. */
export function unreadIn(root: string, folder: string, names: readonly Misnamed[]): readonly Misnamed[] {
  return names.filter(({ from, to }) => isThere(root, `${folder}/${from}`) && !isThere(root, `${folder}/${to}`));
}

/** Returns the first of these files that a folder has; undefined if it has none. */
export function misnamedIn(root: string, folder: string, names: readonly Misnamed[]): Misnamed | undefined {
  return names.find(({ from }) => isThere(root, `${folder}/${from}`));
}

/** Makes the problem of a file that eva does not read for its name. */
export function unreadFile({ from, to }: Misnamed, at: Place | undefined): Problem {
  return problem('EVA_NO_FILE:unread', `eva does not read ${short(from)}: it reads ${short(to)}, which is not there`, {
    hint: `rename it to ${short(to)}`,
    at,
  });
}
