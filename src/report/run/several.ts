import type { RunResult } from '#model/run/run.js';
import { column, displayWidth } from '../text/clip.js';
import { count, plural, usd } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { wrap } from '../text/wrap.js';
import { markOf, outcomeMark } from './mark.js';

type ResultFacts = 'state' | 'shard' | 'all_passed' | 'failed_cases' | 'inconclusive_cases' | 'replies' | 'cost_usd';

/** A run among several, of one prompt each. */
export interface RunOfSeveral {
  readonly id: string;
  /** With what it ended; null for one that was not begun. */
  readonly exitCode: number | null;
  /** What it came to; null for one that ended without a result. */
  readonly result: Pick<RunResult, ResultFacts> | null;
}

/**
 * How a run ended. `not passed`: all cases that did not pass are inconclusive. `not recorded`: it has a result, but replies could not be
 * written to the recordings.
 */
const states = [
  'passed',
  'collected',
  'failed',
  'not passed',
  'unfinished',
  'not recorded',
  'interrupted',
  'not begun',
] as const;
type State = (typeof states)[number];

/** Lists several runs with the outcome and the cost of each, between their total cost and the meaning of the exit code. */
export function severalRuns(runs: readonly RunOfSeveral[], exitCode: number, screen: Screen): string {
  const { paint } = screen;
  const width = Math.min(40, Math.max(...runs.map(({ id }) => displayWidth(id))));
  const stateWidth = Math.max(...runs.map((one) => stateText(one).length));
  const isCostKnown = runs.some((one) => one.exitCode !== null && usdOf(one) !== null);
  const lines = runs.map((one) => {
    const state = stateText(one).padEnd(stateWidth);
    const cost = isCostKnown ? costOf(one) : '';
    return `  ${markOfState(stateOf(one), screen)} ${column(one.id, width)}  ${state}  ${cost}`.trimEnd();
  });
  const colour = exitCode === 0 ? paint.green : exitCode === 1 ? paint.red : paint.yellow;
  const end = `exit ${exitCode}`;
  const meaning = wrap(meaningOf(runs), usableWidth(screen) - end.length - 4);
  const indent = ' '.repeat(end.length + 4);
  return `${[
    '',
    ` ${paint.bold(plural(runs.length, 'prompt'))}  ${paint.dim(totalOf(runs))}`,
    ...lines,
    '',
    ...meaning.map((line, i) => (i === 0 ? `  ${paint.bold(colour(end))}: ${line}` : indent + line)),
  ].join('\n')}\n`;
}

function stateOf({ exitCode, result }: RunOfSeveral): State {
  if (exitCode === null) return 'not begun';
  if (exitCode > 128) return 'interrupted'; // 128 and the number of the signal
  if (!result || result.state === 'unfinished') return 'unfinished';
  if (exitCode > 1) return 'not recorded';
  if (result.shard !== null) return 'collected';
  if (result.all_passed) return 'passed';
  return result.inconclusive_cases.length === result.failed_cases.length ? 'not passed' : 'failed';
}

/** `not passed (1 inconclusive)`. */
function stateText(run: RunOfSeveral): string {
  const state = stateOf(run);
  return state === 'not passed'
    ? `${state} (${count(run.result?.inconclusive_cases.length ?? 0)} inconclusive)`
    : state;
}

function markOfState(state: State, screen: Screen): string {
  return state === 'not passed' ? outcomeMark('inconclusive', screen) : markOf(isPassed(state), screen);
}

function isPassed(state: State): boolean | null {
  if (state === 'passed' || state === 'collected') return true;
  return state === 'failed' ? false : null;
}

/** US dollars that a run paid for replies of its own; null if that is not known. */
function usdOf({ result }: RunOfSeveral): number | null {
  return result?.replies.model === 0 ? 0 : (result?.cost_usd ?? null);
}

function costOf(run: RunOfSeveral): string {
  if (run.exitCode === null) return '';
  return run.result?.replies.model === 0 ? 'no model was asked' : usdOrUnknown(usdOf(run));
}

function usdOrUnknown(value: number | null): string {
  return value === null ? 'cost not known' : usd(value);
}

/** `$0.0112`, `$0.0112, and the cost of 1 of them is not known`. */
function totalOf(runs: readonly RunOfSeveral[]): string {
  const costs = runs.filter(({ exitCode }) => exitCode !== null).map(usdOf);
  const known = costs.filter((cost) => cost !== null);
  if (known.length === 0) return usdOrUnknown(null);
  const unknown = costs.length - known.length;
  const sum = usd(known.reduce((total, cost) => total + cost, 0));
  return unknown === 0 ? sum : `${sum}, and the cost of ${count(unknown)} of them is not known`;
}

/** `all 3 prompts passed`, `1 of 3 prompts failed, 1 unfinished`. */
function meaningOf(runs: readonly RunOfSeveral[]): string {
  const prompts = plural(runs.length, 'prompt');
  const bad = runs.map(stateOf).filter((state) => isPassed(state) !== true);
  if (bad.length === 0) return `all ${prompts} ${runs.some(({ result }) => result?.shard) ? 'collected' : 'passed'}`;
  const [first, ...others] = states.filter((state) => bad.includes(state));
  const counted = (state: State | undefined) => bad.filter((one) => one === state).length;
  const start = `${count(counted(first))} of ${prompts} ${first}`;
  return [start, ...others.map((state) => `${count(counted(state))} ${state}`)].join(', ');
}
