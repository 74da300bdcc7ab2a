import { isObject, type JsonValue } from '#model/data/json.js';
import { type CarriedRubrics, leftOut, type Mapped, type Reason, type RubricText } from '../mapped.js';
import { type Assertion, thresholdOf } from '../reading/assertion.js';

/** Carries over `llm-rubric`: its text, or its data as JSON. */
export function llmRubric(assertion: Assertion): Mapped {
  const { value } = assertion;
  const written =
    typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
  const text = written.trim();
  return text === '' ? leftOut('it has no rubric') : rubrics(assertion, [text]);
}

/** The threshold of a `g-eval` without one. */
const defaultOfGEval = 0.7;

/** Carries over `g-eval`: a criterion, or several. promptfoo compares their mean with the threshold. */
export function gEval(assertion: Assertion): Mapped {
  const texts = typeof assertion.value === 'string' ? [assertion.value] : textsIn(assertion.value);
  if (!texts || texts.length === 0) return leftOut('it has no criteria');
  const reason = 'promptfoo takes the mean of the criteria, and in eva the answer must pass each';
  return rubrics(assertion, texts, { fallback: defaultOfGEval, ...(texts.length > 1 && { replaced: { reason } }) });
}

/** Carries over `model-graded-closedqa`, which asks whether an answer meets a criterion and has no threshold. */
export function closedQuestion({ value }: Assertion): Mapped {
  if (typeof value !== 'string' || value.trim() === '') return leftOut('it has no criterion');
  const text = `A response that meets this criterion earns the best score, one that does not earns the worst.\nThe criterion: ${value}`;
  return { kind: 'rubrics', rubrics: [{ text }] };
}

/** Carries over `trajectory:goal-success`. The judge sees the tool calls and the answer. */
export function goalSuccess(assertion: Assertion): Mapped {
  const { value } = assertion;
  const goal = isObject(value) ? value['goal'] : value;
  if (typeof goal !== 'string' || goal.trim() === '') return leftOut('it has no goal');
  const text = `With its tool calls and its response, the application reaches the goal. A response that only says so does not reach it.\nThe goal: ${goal.trim()}`;
  return rubrics(assertion, [text]);
}

interface Extras {
  /** The threshold of an assertion without one. */
  readonly fallback?: number;
  readonly replaced?: Reason;
}

export function rubrics(
  assertion: Assertion,
  texts: readonly string[],
  { fallback, replaced }: Extras = {},
): CarriedRubrics {
  const pass = passThreshold(thresholdOf(assertion) ?? fallback);
  const why = replaced ?? (pass === 'off_scale' ? offScale : undefined);
  const graded = texts.map((text): RubricText => ({ text, ...(typeof pass === 'number' && { pass_threshold: pass }) }));
  return { kind: 'rubrics', rubrics: graded, ...(why && { replaced: why }) };
}

const offScale: Reason = {
  reason: 'its threshold is not between 0 and 1, so the rubric has the threshold of eva',
  todo: 'set `pass_threshold` of the `judge`',
};

/** The lowest score of eva's scale, how far it goes, and the score with which a rubric passes by default. */
const scale = { min: 1, span: 4, passes: 4 };

/** Converts a threshold from 0 to 1 to a score; undefined if it is that of eva. A threshold of 0 lets promptfoo's judge decide alone. */
function passThreshold(threshold: number | null | undefined): number | 'off_scale' | undefined {
  if (threshold === undefined || threshold === null || threshold === 0) return undefined;
  if (threshold < 0 || threshold > 1) return 'off_scale';
  const score = Math.ceil(scale.min + scale.span * threshold - 1e-9);
  return score === scale.passes ? undefined : score;
}

function textsIn(value: JsonValue | undefined): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.filter((text) => typeof text === 'string' && text.trim() !== '');
  return texts.length === value.length ? texts : undefined;
}
