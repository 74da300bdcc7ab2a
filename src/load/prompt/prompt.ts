import { resolve } from 'node:path';
import { problem } from '#errors/index.js';
import type { Loaded, Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import { resolveInside } from '../source/inside-root.js';
import { placeAt, placedText } from '../source/place.js';
import { limitProblems, sortByPlace } from '../source/problem-list.js';
import { maxYamlBytes, readText } from '../source/read-file.js';
import { loadMeta } from './meta.js';

/**
 * Reads meta.yml and prompt.xml of a prompt. The value exists if the body and the declared inputs could be read, even with problems, so
 * that callers can find further problems; use it only if there is no error.
 */
export function loadPrompt(root: string, id: string): Loaded<Prompt> {
  const { meta, problems } = loadMeta(root, id);
  const body = loadBody(root, id);
  const value = meta && body.value ? { ...meta, ...body.value } : null;
  return { value, problems: [...limitProblems(sortByPlace(problems)), ...body.problems] };
}

function loadBody(root: string, id: string): Loaded<Pick<Prompt, 'body' | 'dir'>> {
  const file = `prompts/${id}/prompt.xml`;
  const inside = resolveInside(root, [file], { file });
  if (!inside.value) return { value: null, problems: inside.problems };
  const { value: text, problems } = readText(inside.value.path, file, maxYamlBytes);
  if (text === null) return { value: null, problems };
  if (text.trim() === '') return { value: null, problems: [blank(file)] };
  if (text.includes('\0')) return { value: null, problems: [holdsNul(text, file)] };
  return { value: { body: text.replaceAll('\r\n', '\n'), dir: resolve(root, 'prompts', id) }, problems: [] };
}

function holdsNul(text: string, file: string): Problem {
  const at = placeAt(placedText(text, file), text.indexOf('\0'));
  return problem('EVA_BAD_CHARACTER:body', null, { at });
}

function blank(file: string): Problem {
  return problem('EVA_BLANK_BODY', null, { at: { file } });
}
