import { join } from 'node:path';
import { EvaError } from '#errors.js';
import { maxYamlBytes, readText } from '#load/read-file.js';
import { frozenLevels, loadRubrics } from '#load/rubrics.js';
import { appendRubrics } from '#load/yaml-source/append-rubrics.js';
import type { WrittenRubric } from '#run/write-rubrics.js';
import { writeAtomically } from '#store/atomic-write.js';
import { withLock } from '#store/lock.js';
import type { OpenPrompt } from './open-prompt.js';

/** Where the rubrics of a prompt are frozen, relative to the root. */
export function rubricsFile(id: string): string {
  return `prompts/${id}/rubrics.yml`;
}

/**
 * Adds rubrics to `rubrics.yml` of a prompt, whose text stays as it is; those that another process has added meanwhile are left
 * out. Throws `EvaError` where the file cannot be read or written.
 */
export function freezeRubrics({ root, prompt }: OpenPrompt, rubrics: readonly WrittenRubric[], now: Date): void {
  const path = join(prompt.dir, 'rubrics.yml');
  withLock(path, () => {
    const { value: frozen, problems } = loadRubrics(root, prompt.id);
    if (frozen === null) throw new EvaError(problems);
    const written = now.toISOString().slice(0, 10);
    const entries = rubrics
      .filter(({ text, scale }) => frozenLevels(frozen, text, scale) === null)
      .map(({ text, scale, levels, model }) => ({ behavior: text.trim(), scale, levels, written_by: model, written }));
    if (entries.length > 0) writeAtomically(path, appendRubrics(textOf(path, prompt.id), entries));
  });
}

/** null if there is no such file. */
function textOf(path: string, id: string): string | null {
  const { value, problems } = readText(path, rubricsFile(id), maxYamlBytes);
  const [first] = problems;
  if (value === null && first?.code !== 'EVA_NO_FILE') throw new EvaError(problems);
  return value;
}
