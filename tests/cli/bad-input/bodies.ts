import { bad } from './fixture.js';

export const bodies = [
  bad('all three files are missing', {
    'prompts/diff': { directory: true },
    'prompts/diff/meta.yml': null,
    'prompts/diff/prompt.xml': null,
    'prompts/diff/eval.yml': null,
  }),
];
