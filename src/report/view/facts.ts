import type { CaseResult, RunResult } from '#model/run/run.js';
import { type Fact, type FactName, text, type View } from './view.js';

/** Returns the numbers and names of a run. Omits unknown numbers, and a 0 without a meaning. */
export function factsOfRun(result: RunResult, models: readonly string[], rowPath: string | null): readonly Fact[] {
  const { cost_usd, built_in_prices, duration_s, replies, usage, sources, shards, timeouts } = result;
  const isMetered = usage.unmetered_replies < usage.replies;
  return [
    ...models.map((name): Fact => ({ name: 'model', value: text(name) })),
    { name: 'trials', value: trialsOf(result) },
    ...some('trials_saved', savedOf(result)),
    ...(cost_usd === null || replies.model === 0 ? [] : [{ name: 'cost', value: cost_usd, unit: 'USD' } as const]),
    ...(built_in_prices === undefined ? [] : [{ name: 'built_in_prices', value: text(built_in_prices) } as const]),
    { name: 'duration', value: duration_s, unit: 's' },
    ...(isMetered ? some('input_tokens', usage.input_tokens) : []),
    ...(isMetered ? some('output_tokens', usage.output_tokens) : []),
    ...some('unmetered_replies', usage.unmetered_replies),
    ...some('replies_model', replies.model),
    ...some('replies_recorded', replies.recorded),
    ...some('replies_synthetic', replies.synthetic),
    ...some('replies_application', ofApplications(result)),
    ...some('source_runs', sources.runs.length + sources.more_runs),
    ...some('replies_left_out', shards?.left_out.replies ?? 0),
    ...some('timed_out_trials', timeouts?.failed_trials ?? 0),
    ...some('calls_made_again', timeouts?.asked_again ?? 0),
    ...some('cases_asking_again', timeouts?.opted_out ?? 0),
    ...some('labels_awaited', result.waits_for ?? 0),
    ...(result.ended_by === undefined ? [] : [{ name: 'ended_by', value: text(result.ended_by) } as const]),
    ...(rowPath === null ? [] : [{ name: 'row', value: text(rowPath) } as const]),
  ];
}

/** Returns a number of a run; 0 if it is absent. */
export function numberOf({ facts }: Pick<View, 'facts'>, name: FactName): number {
  const value = facts.find((fact) => fact.name === name)?.value;
  return typeof value === 'number' ? value : 0;
}

export function factTexts({ facts }: Pick<View, 'facts'>, name: FactName): readonly string[] {
  return facts.flatMap((fact) => (fact.name === name && typeof fact.value === 'object' ? [fact.value.raw] : []));
}

function some(name: FactName, value: number): readonly Fact[] {
  return value > 0 ? [{ name, value }] : [];
}

function trialsOf({ cases }: RunResult): number {
  return cases.reduce((sum, { trials }) => sum + trials.filter(({ outcome }) => outcome !== 'missing').length, 0);
}

/** Counts the trials that were never requested, because their case stopped early. A replay requests none, so `requested` is no cost. */
function savedOf({ cases, replies }: RunResult): number {
  const used = ({ sample_size, stopped_at, requested }: CaseResult) =>
    (replies.model > 0 ? requested : undefined) ?? stopped_at ?? sample_size;
  return cases.reduce((sum, result) => sum + result.sample_size - used(result), 0);
}

/** Counts the replies of the user's applications, which have no token counts. */
function ofApplications({ cases, replies, usage }: RunResult): number {
  if (cases.every(({ kind }) => kind !== 'conversation')) return 0;
  return Math.max(0, replies.model + replies.recorded + replies.synthetic - usage.replies);
}
