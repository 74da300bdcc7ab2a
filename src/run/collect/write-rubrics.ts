import type { GradeDeps } from '#grade/graded.js';
import { type MissingRubric, missingRubrics, type RubricFor, writeRubric } from '#grade/rubric.js';
import type { Case } from '#model/case.js';
import type { Place, Problem } from '#model/problem.js';
import { EvaError, problem, RefusedRequest } from '#model/problem.js';
import type { StoredReply } from '#model/reply/exchange.js';
import { quoted, short } from '#model/text/quoted.js';
import { NoReply } from '#provider/provider.js';

export { missingRubrics, withRubrics } from '#grade/rubric.js';

/** A rubric, and the name (in files) of the model that wrote it. */
export interface RubricByModel extends RubricFor {
  readonly model: string;
}

export interface WrittenRubrics {
  /** In the order of the cases. */
  readonly written: readonly RubricByModel[];
  /** All replies, with the provider's name of the model. */
  readonly replies: readonly { readonly stored: StoredReply; readonly model: string }[];
  /**
   * The error to throw after the written rubrics are saved: `EvaError` (EVA_NO_RUBRIC, one problem per behaviour), or the error
   * that ended all calls. null if all rubrics are written.
   */
  readonly failure: { readonly error: unknown } | null;
}

export interface RubricDeps extends Pick<GradeDeps, 'ask' | 'route' | 'nonce'> {
  readonly abort: () => void;
}

/**
 * Asks the judges to write every missing rubric, concurrently. A rubric stays missing if two replies had no complete rubric, if the server refused the
 * request, or if there was no reply. The other rubrics are still returned, since they are paid for. Three refused requests without a reply end all calls.
 */
export async function writeRubrics(cases: readonly Case[], deps: RubricDeps): Promise<WrittenRubrics> {
  const replies: WrittenRubrics['replies'][number][] = [];
  const ask: RubricDeps['ask'] = async (call) => {
    const stored = await deps.ask(call);
    replies.push({ stored, model: call.request.model });
    return stored;
  };
  const thrown: unknown[] = [];
  let refused = 0;
  const giveUp = (error: unknown, { text, at }: MissingRubric) => {
    const isOfRequest = error instanceof RefusedRequest && (replies.length > 0 || ++refused < 3);
    if (isOfRequest) return noRubric(text, error.message, at);
    thrown.push(error);
    deps.abort();
    return null;
  };
  const outcomes = await Promise.all(
    missingRubrics(cases).map((missing) =>
      writeOne(missing, { ...deps, ask }).catch((error) => giveUp(error, missing)),
    ),
  );
  const made = outcomes.filter((outcome) => outcome !== null);
  const problems = made.filter((outcome) => 'code' in outcome);
  return { written: made.filter((outcome) => 'levels' in outcome), replies, failure: failureOf(thrown, problems) };
}

/** Returns the first error that ended calls, or the problems of single rubrics; null if there is neither. */
function failureOf(thrown: readonly unknown[], problems: readonly Problem[]): WrittenRubrics['failure'] {
  if (thrown.length > 0) return { error: thrown[0] };
  return problems.length === 0 ? null : { error: new EvaError(problems) };
}

async function writeOne(missing: MissingRubric, deps: RubricDeps): Promise<RubricByModel | Problem> {
  const { text, judge } = missing;
  try {
    const { reading } = await writeRubric(missing, deps);
    if (!('unreadable' in reading)) return { text, scale: judge.scale, levels: reading.levels, model: judge.model };
    return problem(
      'EVA_NO_RUBRIC:unreadable',
      `${short(judge.model)} wrote no complete rubric for ${quoted(text)} in two replies; the last one: ${short(reading.unreadable)}`,
      {
        hint: 'ask again without --resume, name another judge, or write the levels yourself under "rubric"',
        at: missing.at,
      },
    );
  } catch (error) {
    if (!(error instanceof NoReply)) throw error;
    return noRubric(text, error.message, missing.at);
  }
}

function noRubric(behavior: string, reason: string, at: Place | undefined): Problem {
  return problem('EVA_NO_RUBRIC:no_reply', `there is no rubric for ${quoted(behavior)}: ${short(reason)}`, {
    hint: 'run it again with a key, or write the levels yourself under "rubric"',
    at,
  });
}
