import { body, type FirstStep, greeting, retyped } from './fixture.js';

const commit = ['git init -q -b main', 'git add -A', 'git commit -q -m first'];
const edited = [...commit, 'echo Be brief. >> prompts/greet/prompt.md'];
const library = { 'origin/prompts/greet/prompt.md': body, 'origin/prompts/greet/eval.yml': greeting };

/** The folder `clone` has the newest commit of the branch `edit` alone. */
const shallow = [
  'cd origin && git init -q -b main && git add -A && git commit -q -m first && git switch -q -c edit',
  'cd origin && echo Be brief. >> prompts/greet/prompt.md && git commit -q -a -m second',
  'git -c protocol.file.allow=always clone -q --depth 1 -b edit "file://$PWD/origin" clone',
];

/** Mistakes with `--changed`. */
export const gitSlips: readonly FirstStep[] = [
  retyped('eva eval --changed --yes', 'eva eval greet', 'eva eval ID'),
  {
    ...retyped('eva eval --changed master --yes', 'eva eval --changed main --yes', 'main'),
    before: edited,
  },
  {
    ...retyped('eva eval --changed greet --yes', 'eva eval greet --changed --yes', 'eva eval greet --changed'),
    before: edited,
  },
  {
    ...retyped('eva eval --changed --yes', 'eva eval --changed --yes', 'commit the library'),
    mistake: 'a repository without a commit',
    before: ['git init -q -b main'],
    rounds: [[{ shell: 'git add -A && git commit -q -m first', says: 'commit the library' }]],
  },
  {
    ...retyped('eva eval --changed origin/main --yes', 'eva eval --changed origin/main --yes', 'get it', library),
    mistake: 'a shallow clone',
    before: shallow,
    folder: 'clone',
    rounds: [[{ shell: 'git fetch --depth=1 origin +refs/heads/main:refs/remotes/origin/main' }]],
  },
];
