import { EvaError, problem } from '#errors/index.js';
import { parseYaml } from '#load/source/yaml-source.js';

/** Returns the text of a meta.yml for a copy: with its id, as a draft that was created today. Keeps every other byte. Throws the problems of the file. */
export function copiedMeta(
  text: string,
  file: string,
  { id, today }: { readonly id: string; readonly today: string },
): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const bare = text.slice(mark.length);
  const { value: source, problems } = parseYaml(bare, file);
  if (!source)
    throw new EvaError(problems.length > 0 ? problems : [problem('EVA_META_EDIT', { file }, { at: { file } })]);
  const changed = { id, status: 'draft', created: today, updated: today };
  const edits = Object.entries(changed).flatMap(([key, value]) => {
    const range = source.range([key]);
    return range ? [{ ...range, value }] : [];
  });
  edits.sort((a, b) => b.start - a.start);
  return mark + edits.reduce((done, { start, end, value }) => done.slice(0, start) + value + done.slice(end), bare);
}
