import { problem } from '#errors/index.js';
import { moveReference } from '#errors/sentences/commands/doctor.js';
import type { Problem } from '#model/problem.js';
import { bodyText, type Prompt } from '#model/prompt.js';
import type { PromptCheck } from '../check.js';
import { isSkill } from './skill.js';

const manyWords = 3500;
const tooManyWords = 5000;
const manyLines = 200;

/** Checks the length of the body: a long one costs attention in every call, and a very long one does not fit a skill. */
export const bodyLength: PromptCheck = {
  name: 'body-length',
  run: ({ prompt, bodyFile }) =>
    prompt === null ? [] : [...checkWords(prompt, bodyFile), ...checkLines(bodyText(prompt.body), bodyFile)],
};

function checkWords(prompt: Prompt, file: string): Problem[] {
  const words = bodyText(prompt.body)
    .split(/\s+/)
    .filter((word) => word !== '').length;
  if (words < manyWords) return [];
  const tooLong = words >= tooManyWords && isSkill(prompt);
  const params = { words, many: manyWords, tooMany: tooManyWords };
  return [
    problem(
      'EVA_BODY_LENGTH:words',
      params.words >= params.tooMany
        ? `the body has ${params.words} words, and may have at most ${params.tooMany - 1}`
        : `the body has ${params.words} words: doctor warns from ${params.many} and refuses from ${params.tooMany}`,
      { hint: moveReference, at: { file }, severity: tooLong ? 'error' : 'warning' },
    ),
  ];
}

function checkLines(body: string, file: string): Problem[] {
  const lines = body.split('\n').filter((line) => line.trim() !== '').length;
  if (lines < manyLines) return [];
  return [
    problem('EVA_BODY_LENGTH:lines', `the body has ${lines} lines that are not blank: doctor warns from ${manyLines}`, {
      hint: moveReference,
      at: { file },
      severity: 'warning',
    }),
  ];
}
