import { EvaError, problem } from '#errors/index.js';
import type { GradeDeps } from '#grade/deps.js';
import { type MissingRubric, missingRubrics, type RubricFor } from '#grade/rubric/missing-rubrics.js';
import { writeRubric } from '#grade/rubric/write-rubric.js';
import type { Case } from '#model/case.js';
import type { Problem } from '#model/problem.js';
import type { StoredReply } from '#model/reply/exchange.js';
import { quoted } from '#model/text/quoted.js';
import { NoReply } from '#provider/failure.js';

export { missingRubrics, withRubrics } from '#grade/rubric/missing-rubrics.js';

/** A rubric, and the model that wrote it as files name it. */
export interface WrittenRubric extends RubricFor {
  readonly model: string;
}

export interface WrittenRubrics {
  /** In the order of the cases. */
  readonly written: readonly WrittenRubric[];
  /** Every reply that was had, with the model as its provider knows it. */
  readonly replies: readonly { readonly stored: StoredReply; readonly model: string }[];
  /**
   * What kept the others from being written, to be thrown once these are kept: `EvaError` (EVA_NO_RUBRIC, one problem for each
   * behaviour) or what ended every call. null if all are written.
   */
  readonly failure: { readonly error: unknown } | null;
}

/** What asking for rubrics needs of the world. */
export interface RubricDeps extends Pick<GradeDeps, 'ask' | 'route' | 'nonce'> {
  /** Ends the calls in hand: the run cannot go on. */
  readonly abort: () => void;
}

/**
 * Has the judges write every rubric that is missing, side by side. None is written where no whole rubric came in two replies, or no
 * reply could be had; what was paid for the others is not lost by that.
 */
export async function writeRubrics(cases: readonly Case[], deps: RubricDeps): Promise<WrittenRubrics> {
  const replies: WrittenRubrics['replies'][number][] = [];
  const ask: RubricDeps['ask'] = async (call) => {
    const stored = await deps.ask(call);
    replies.push({ stored, model: call.request.model });
    return stored;
  };
  const thrown: unknown[] = [];
  const giveUp = (error: unknown) => {
    thrown.push(error);
    deps.abort();
    return null;
  };
  const outcomes = await Promise.all(
    missingRubrics(cases).map((missing) => writeOne(missing, { ...deps, ask }).catch(giveUp)),
  );
  const made = outcomes.filter((outcome) => outcome !== null);
  const problems = made.filter((outcome) => 'code' in outcome);
  return { written: made.filter((outcome) => 'levels' in outcome), replies, failure: failureOf(thrown, problems) };
}

/** The first error that is no reply's fault goes before what is wrong with single rubrics. */
function failureOf(thrown: readonly unknown[], problems: readonly Problem[]): WrittenRubrics['failure'] {
  if (thrown.length > 0) return { error: thrown[0] };
  return problems.length === 0 ? null : { error: new EvaError(problems) };
}

async function writeOne(missing: MissingRubric, deps: RubricDeps): Promise<WrittenRubric | Problem> {
  const { text, judge } = missing;
  try {
    const { reading } = await writeRubric(missing, deps);
    if (!('unreadable' in reading)) return { text, scale: judge.scale, levels: reading.levels, model: judge.model };
    const why = `two replies held no whole rubric; the last: ${reading.unreadable}`;
    return noRubric(missing, `${judge.model} wrote no rubric for ${quoted(text)}: ${why}`, 'name another judge');
  } catch (error) {
    if (!(error instanceof NoReply)) throw error;
    return noRubric(missing, `there is no rubric for ${quoted(text)}: ${error.message}`, 'run again with a key');
  }
}

function noRubric({ at }: MissingRubric, message: string, wayOut: string): Problem {
  return problem('EVA_NO_RUBRIC', message, { at, hint: `${wayOut}, or write the levels yourself under "rubric"` });
}
