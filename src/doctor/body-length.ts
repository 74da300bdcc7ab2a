import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import type { PromptCheck } from './check.js';

const manyWords = 3500;
const tooManyWords = 5000;
const manyLines = 200;

/** A body that is long costs attention in every call, and one that is very long does not fit a skill. */
export const bodyLength: PromptCheck = {
  name: 'body-length',
  run: ({ prompt, bodyFile }) =>
    prompt === null ? [] : [...judgeWords(prompt.body, bodyFile), ...judgeLines(prompt.body, bodyFile)],
};

function judgeWords(body: string, file: string): Problem[] {
  const words = body.split(/\s+/).filter((word) => word !== '').length;
  if (words < manyWords) return [];
  const tooLong = words >= tooManyWords;
  const limit = tooLong
    ? `${tooManyWords} is too many`
    : `from ${manyWords} on it is long, at ${tooManyWords} too long`;
  const hint = 'move reference material into files that are given as inputs';
  const severity = tooLong ? 'error' : 'warning';
  return [problem('EVA_BODY_LENGTH', `the body has ${words} words: ${limit}`, { at: { file }, hint, severity })];
}

function judgeLines(body: string, file: string): Problem[] {
  const lines = body.split('\n').filter((line) => line.trim() !== '').length;
  if (lines < manyLines) return [];
  const hint = 'move reference material into files that are given as inputs';
  const message = `the body has ${lines} lines that are not blank: from ${manyLines} on it is long`;
  return [problem('EVA_BODY_LENGTH', message, { at: { file }, hint, severity: 'warning' })];
}
