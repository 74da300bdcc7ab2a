import { problem } from '#errors/index.js';
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
  return [problem('EVA_BODY_LENGTH:words', params, { at: { file }, severity: tooLong ? 'error' : 'warning' })];
}

function checkLines(body: string, file: string): Problem[] {
  const lines = body.split('\n').filter((line) => line.trim() !== '').length;
  if (lines < manyLines) return [];
  return [problem('EVA_BODY_LENGTH:lines', { lines, many: manyLines }, { at: { file }, severity: 'warning' })];
}
