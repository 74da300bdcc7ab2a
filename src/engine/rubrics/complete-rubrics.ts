import { join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { type NewRubric, textWithRubrics } from '#load/rubrics/freeze-rubrics.js';
import { maxYamlBytes, readText } from '#load/source/read-file.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { Notify } from '#model/run/notice.js';
import type { RunDeps } from '#run/run.js';
import { missingRubrics, type RubricDeps, writeRubrics } from '#run/write-rubrics.js';
import { writeAtomically } from '#store/files/atomic-write.js';
import { withLock } from '#store/locks.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';

interface CompletePrompt {
  readonly open: OpenPrompt;
  /** The replies that wrote the rubrics, for the totals of the run. */
  readonly before: NonNullable<RunDeps['before']>;
}

/**
 * Asks the judge to write the missing rubrics of the planned cases, saves them in rubrics.yml, and reads the prompt again, so
 * that its evidence includes them. Throws EVA_NO_RUBRIC if one could not be written; the others are saved anyway.
 */
export async function completeRubrics(
  open: OpenPrompt,
  deps: RubricDeps,
  reopen: () => OpenPrompt,
  notify: Notify,
): Promise<CompletePrompt> {
  if (missingRubrics(open.plan.cases).length === 0) return { open, before: [] };
  const { written, replies, failure } = await writeRubrics(open.plan.cases, deps);
  if (written.length > 0) {
    freezeRubrics(open, written, new Date());
    notify({ event: 'rubrics_written', count: written.length, file: rubricsFile(open.cases_id) });
  }
  if (failure) throw failure.error;
  const complete = reopen();
  const [left] = missingRubrics(complete.plan.cases);
  if (!left) return { open: complete, before: replies };
  throw new EvaError([
    problem('EVA_NO_RUBRIC:changed', 'eval.yml was changed while its rubrics were written', {
      hint: 'run it again',
      at: left.at,
    }),
  ]);
}

/** Returns the path of a prompt's rubrics.yml, relative to the root. */
function rubricsFile(id: string): string {
  return `prompts/${id}/rubrics.yml`;
}

/**
 * Adds rubrics to a prompt's `rubrics.yml` and keeps the rest of its text. Skips rubrics that another process has added in the
 * meantime. Throws `EvaError` if the file cannot be read or written; the file then stays unchanged.
 */
function freezeRubrics({ root, cases_id }: OpenPrompt, rubrics: readonly NewRubric[], now: Date): void {
  const path = join(root, 'prompts', cases_id, 'rubrics.yml');
  withLock(path, () => {
    const text = textWithRubrics(textOf(path, cases_id), rubricsFile(cases_id), rubrics, now);
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

/** Lists the replies in a journal that wrote rubrics, with their models. */
export function rubricReplies(
  replies: Iterable<StoredReply>,
): readonly { readonly stored: StoredReply; readonly model: string }[] {
  const found: { readonly stored: StoredReply; readonly model: string }[] = [];
  for (const stored of replies) {
    if (stored.role === 'rubric' && stored.model !== undefined) found.push({ stored, model: stored.model });
  }
  return found;
}
