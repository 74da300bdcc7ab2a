import { EvaError, problem } from '#errors/index.js';
import type { Notify } from '#model/run/notice.js';
import type { RunDeps } from '#run/run.js';
import { missingRubrics, type RubricDeps, writeRubrics } from '#run/write-rubrics.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import { freezeRubrics, rubricsFile } from './freeze-rubrics.js';

/** A prompt with a rubric for every behaviour. */
export interface CompletePrompt {
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
    notify({ event: 'rubrics_written', count: written.length, file: rubricsFile(open.prompt.id) });
  }
  if (failure) throw failure.error;
  const complete = reopen();
  const [left] = missingRubrics(complete.plan.cases);
  if (!left) return { open: complete, before: replies };
  throw new EvaError([problem('EVA_NO_RUBRIC:changed', null, { at: left.at })]);
}
