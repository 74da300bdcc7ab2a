import { EvaError, problem } from '#errors/index.js';
import type { RunDeps } from '#run/run.js';
import { missingRubrics, type RubricDeps, writeRubrics } from '#run/write-rubrics.js';
import type { OpenPrompt } from '../open-prompt.js';
import { freezeRubrics, rubricsFile } from './freeze-rubrics.js';

/** A prompt of which every behaviour has its rubric. */
export interface CompletePrompt {
  readonly open: OpenPrompt;
  /** The replies that rubrics were taken from, for the count of the run. */
  readonly before: NonNullable<RunDeps['before']>;
}

/**
 * Has the rubrics written that the planned cases lack, freezes them, and reads the prompt anew, so that its evidence holds them.
 * Throws `EvaError` (EVA_NO_RUBRIC) where one is not to be had; those that were written are frozen all the same.
 */
export async function completeRubrics(
  open: OpenPrompt,
  deps: RubricDeps,
  reopen: () => OpenPrompt,
  note: (text: string) => void,
): Promise<CompletePrompt> {
  if (missingRubrics(open.plan.cases).length === 0) return { open, before: [] };
  const { written, replies, failure } = await writeRubrics(open.plan.cases, deps);
  if (written.length > 0) {
    freezeRubrics(open, written, new Date());
    note(frozen(written.length, rubricsFile(open.prompt.id)));
  }
  if (failure) throw failure.error;
  const complete = reopen();
  const [left] = missingRubrics(complete.plan.cases);
  if (!left) return { open: complete, before: replies };
  const hint = 'run it again';
  throw new EvaError([
    problem('EVA_NO_RUBRIC', 'eval.yml was changed while its rubrics were written', { at: left.at, hint }),
  ]);
}

function frozen(count: number, file: string): string {
  const rubrics = count === 1 ? 'the rubric of 1 behaviour' : `the rubrics of ${count} behaviours`;
  return `wrote ${rubrics} into ${file}: read ${count === 1 ? 'it' : 'them'}, and commit the file`;
}
