import { join } from 'node:path';
import { EvaError } from '#errors/index.js';
import { parseYaml } from '#load/source/yaml-source.js';
import { hasErrors } from '#model/problem.js';
import { readRegular } from '#store/files/regular-file.js';

const maxBytes = 1024 * 1024;

/**
 * Returns the text of a prompt's meta.yml for a copy: with the id of the copy, as a draft that was created today. Keeps every other byte.
 * Throws the problems of the file.
 */
export function copiedMeta(
  root: string,
  from: string,
  { id, today }: { readonly id: string; readonly today: string },
): string {
  const file = `prompts/${from}/meta.yml`;
  const text = readRegular(join(root, file), maxBytes)?.toString('utf8') ?? '';
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const bare = text.slice(mark.length);
  const { value: source, problems } = parseYaml(bare, file);
  if (hasErrors(problems)) throw new EvaError(problems);
  if (!source) return text;
  const changed = { id, status: 'draft', created: today, updated: today };
  const edits = Object.entries(changed).flatMap(([key, value]) => {
    const range = source.range([key]);
    return range ? [{ ...range, value }] : [];
  });
  edits.sort((a, b) => b.start - a.start);
  return mark + edits.reduce((done, { start, end, value }) => done.slice(0, start) + value + done.slice(end), bare);
}
