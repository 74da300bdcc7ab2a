import { join } from 'node:path';
import { EvaError } from '#errors/index.js';
import { type NewRubric, textWithRubrics } from '#load/rubrics/freeze-rubrics.js';
import { maxYamlBytes, readText } from '#load/source/read-file.js';
import { writeAtomically } from '#store/files/atomic-write.js';
import { withLock } from '#store/locks/lock.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';

/** Returns the path of a prompt's rubrics.yml, relative to the root. */
export function rubricsFile(id: string): string {
  return `prompts/${id}/rubrics.yml`;
}

/**
 * Adds rubrics to a prompt's `rubrics.yml` and keeps the rest of its text. Skips rubrics that another process has added in the
 * meantime. Throws `EvaError` if the file cannot be read or written; the file then stays unchanged.
 */
export function freezeRubrics({ prompt }: OpenPrompt, rubrics: readonly NewRubric[], now: Date): void {
  const path = join(prompt.dir, 'rubrics.yml');
  withLock(path, () => {
    const text = textWithRubrics(textOf(path, prompt.id), rubricsFile(prompt.id), rubrics, now);
    if (text !== null) writeAtomically(path, text);
  });
}

/** Returns the text of a file; null if it does not exist. */
function textOf(path: string, id: string): string | null {
  const { value, problems } = readText(path, rubricsFile(id), maxYamlBytes);
  const [first] = problems;
  if (value === null && first?.code !== 'EVA_NO_FILE') throw new EvaError(problems);
  return value;
}
