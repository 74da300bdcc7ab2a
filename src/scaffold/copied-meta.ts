import { join } from 'node:path';
import { EvaError } from '#errors/index.js';
import { parseYaml } from '#load/source/yaml-source.js';
import { hasErrors } from '#model/problem.js';
import { plainOrQuoted, splitMark, withEdits } from '#model/text/yaml-text.js';
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
  const { mark, bare } = splitMark(text);
  const { value: source, problems } = parseYaml(bare, file);
  if (hasErrors(problems)) throw new EvaError(problems);
  if (!source) return text;
  const changed = { id: plainOrQuoted(id), status: 'draft', created: today, updated: today };
  const edits = Object.entries(changed).flatMap(([key, value]) => {
    const range = source.range([key]);
    return range ? [{ ...range, text: value }] : [];
  });
  return mark + withEdits(bare, edits);
}
