import { EvaError, problem } from '#errors/index.js';
import type { Notify } from '#model/run/notice.js';
import type { RunDeps } from '#run/run.js';
import { missingRubrics, type RubricDeps, writeRubrics } from '#run/write-rubrics.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import { freezeRubrics, rubricsFile } from './freeze-rubrics.js';

/** A prompt of which every behaviour has its rubric. */
export interface CompletePrompt {
  readonly open: OpenPrompt;
  /** The replies that rubrics were taken from, for the count of the run. */
  readonly before: NonNullable<RunDeps['before']>;
}

/**
 * Has the judge write the rubrics that the planned cases lack, freezes them, and reads the prompt again, so that its evidence holds them.
 * Throws EVA_NO_RUBRIC if one could not be written; the others are frozen all the same.
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
