import { isOnlyLook, type RunResult } from '#model/run/run.js';
import { builtInText, clock, count, plural, usd } from '../text/numbers.js';
import { asCalled, type Screen, usableWidth } from '../text/screen.js';
import { column, displayWidth, visible, wrap } from '../text/visible.js';
import { exitMark, outcomeMark } from './heading.js';

type ResultFacts =
  | 'state'
  | 'shard'
  | 'all_passed'
  | 'total'
  | 'passed'
  | 'failed_cases'
  | 'inconclusive_cases'
  | 'looked'
  | 'waits_for'
  | 'replies'
  | 'cost_usd'
  | 'built_in_prices'
  | 'ts'
  | 'duration_s'
  | 'partial';

interface ResultOfSeveral extends Pick<RunResult, ResultFacts> {
  readonly isSynthetic: boolean;
  readonly missing: { readonly trials: number; readonly of: number };
}

export interface RunOfSeveral {
  readonly id: string;
  /** Its prompt, if `id` names a variant too. */
  readonly prompt?: string;
  /** The exit code for this run alone; null if it did not begin. */
  readonly exitCode: number | null;
  /** null if the run ended without a result. */
  readonly result: ResultOfSeveral | null;
  readonly resume?: string | null;
  /** True if it ended before it called anything. */
  readonly isUncalled?: boolean;
}

/** The ends of runs. `not recorded`: the run has a result, but its replies could not be written to the recordings. */
const states = [
  'passed',
  'collected',
  'failed',
  'inconclusive',
  'waiting',
  'shown',
  'unfinished',
  'not recorded',
  'interrupted',
  'not begun',
] as const;
type State = (typeof states)[number];

export function resultOfSeveral(result: RunResult): ResultOfSeveral {
  const trials = result.cases.flatMap((one) => one.trials);
  const missing = trials.filter(({ outcome }) => outcome === 'missing').length;
  const { cases: _cases, evidence, ...facts } = result;
  return { ...facts, isSynthetic: evidence.synthetic, missing: { trials: missing, of: trials.length } };
}

/** The command that goes on with what is left of several runs, and what it does: ` goes on`. */
export interface GoingOn {
  readonly command: string;
  readonly what: string;
}

/** Renders the runs of a command and their sums, and how to go on. Default: as the first run says that has an own command. */
export function severalRuns(
  runs: readonly RunOfSeveral[],
  exitCode: number,
  screen: Screen,
  next: GoingOn | null = ownNext(runs),
): string {
  const lines = aligned([...runs.map((run) => lineOf(run, screen)), sumOf(runs)], screen);
  return `\n${[...lines, ...exitLines(next, exitCode, screen)].join('\n')}\n`;
}

function ownNext(runs: readonly RunOfSeveral[]): GoingOn | null {
  const open = runs.find((run) => run.resume != null);
  return open?.resume ? { command: open.resume, what: asksFor([open]) } : null;
}

/** Returns what a command does that goes on with these runs. */
export function asksFor(runs: readonly RunOfSeveral[]): string {
  const missing = runs.reduce((sum, { result }) => sum + (result?.missing.trials ?? 0), 0);
  return missing > 0 && runs.every(({ result }) => result) ? ` asks for the missing ${count(missing)}` : ' goes on';
}

interface Line {
  /** The coloured mark, three columns wide; empty for the sums. */
  readonly mark: string;
  readonly id: string;
  readonly outcome: string;
  readonly cost: string;
  readonly time: string;
}

function lineOf(run: RunOfSeveral, screen: Screen): Line {
  const { result } = run;
  const cost = result === null ? null : usdOf(run);
  return {
    mark: ` ${markOf(stateOf(run), screen)} `,
    id: run.id,
    outcome: outcomeOf(run),
    cost: cost === null || cost === 0 ? '–' : usd(cost),
    time: result === null ? '–' : clock(result.duration_s),
  };
}

function sumOf(runs: readonly RunOfSeveral[]): Line {
  const results = runs.flatMap((run) => (run.result ? [run] : []));
  const known = results.map(usdOf).filter((cost) => cost !== null);
  const sum = known.reduce((total, cost) => total + cost, 0);
  const unknown = runs.filter((run) => run.exitCode !== null && usdOf(run) === null).length;
  const note = unknown > 0 && known.length > 0 ? ` · cost of ${count(unknown)} not known` : '';
  const prices = builtInText(results.map(({ result }) => result?.built_in_prices));
  const source = prices === '' ? '' : ` · ${prices}`;
  const prompts = new Set(runs.map(({ prompt, id }) => prompt ?? id)).size;
  const size = runs.length > prompts ? `, ${plural(runs.length, 'run')}` : '';
  return {
    mark: '',
    id: '',
    outcome: `${plural(prompts, 'prompt')}${size}: ${countsOf(runs)}${note}${source}`,
    cost: sum === 0 ? '–' : usd(sum),
    time: clock(secondsOf(results.flatMap(({ result }) => result ?? []))),
  };
}

/** Returns the seconds in which at least one of the runs was under way. */
function secondsOf(results: readonly Pick<ResultOfSeveral, 'ts' | 'duration_s'>[]): number {
  let [seconds, end] = [0, 0];
  const spans = results.map(({ ts, duration_s }) => [Date.parse(ts) / 1000, duration_s] as const);
  for (const [begin, duration_s] of spans.sort(([begin], [other]) => begin - other)) {
    seconds += Math.max(0, begin + duration_s - Math.max(begin, end));
    end = Math.max(end, begin + duration_s);
  }
  return seconds;
}

function countsOf(runs: readonly RunOfSeveral[]): string {
  const own = runs
    .map(stateOf)
    .map((state) => (state === 'failed' || state === 'inconclusive' ? 'did not pass' : state));
  return [...new Set(states.map((state) => (state === 'failed' || state === 'inconclusive' ? 'did not pass' : state)))]
    .map((state) => [own.filter((one) => one === state).length, state] as const)
    .filter(([number]) => number > 0)
    .map(([number, state]) => `${count(number)} ${state}`)
    .join(' · ');
}

/** Aligns lines in columns. If they do not fit, truncates names first, and then moves outcomes to separate lines. */
function aligned(lines: readonly Line[], screen: Screen): string[] {
  const width = usableWidth(screen);
  const widest = (own: readonly string[]) => Math.max(0, ...own.map(displayWidth));
  const [cost, time] = [widest(lines.map((line) => line.cost)), widest(lines.map((line) => line.time))];
  const end = (line: Line) => `  ${line.cost.padStart(cost)}  ${line.time.padStart(time)}`;
  const room = width - 4 - cost - time;
  const idWidth = Math.min(widest(lines.map(({ id }) => id)), Math.max(12, Math.floor(room / 2.5)));
  const outcomeWidth = room - 5 - idWidth;
  const rows = lines.filter(({ id }) => id !== '');
  const isTable = rows.every(({ outcome }) => displayWidth(outcome) <= outcomeWidth);
  return lines.flatMap((line) => {
    if (line.id === '') return sumLines(line, end(line), { room, width });
    if (isTable) return [`${line.mark}${column(line.id, idWidth)}  ${column(line.outcome, outcomeWidth)}${end(line)}`];
    const outcome = wrap(line.outcome, width - 3).map((text) => `   ${text}`);
    return [`${line.mark}${column(line.id, room - 3)}${end(line)}`, ...outcome];
  });
}

function sumLines(
  { outcome }: Line,
  end: string,
  { room, width }: { readonly room: number; readonly width: number },
): string[] {
  const lines = wrap(outcome, width - 1);
  const last = lines.at(-1) ?? '';
  if (displayWidth(last) > room - 1) return [...lines.map((text) => ` ${text}`), `${' '.repeat(room)}${end}`];
  return [...lines.slice(0, -1).map((text) => ` ${text}`), ` ${column(last, room - 1)}${end}`];
}

function stateOf({ exitCode, result }: RunOfSeveral): State {
  if (exitCode === null) return 'not begun';
  if (exitCode > 128) return 'interrupted'; // 128 plus the number of the signal
  if (!result || result.state === 'unfinished') return 'unfinished';
  if (exitCode > 1) return 'not recorded';
  if (result.shard !== null) return 'collected';
  if (isOnlyLook(result)) return 'shown';
  if (result.all_passed) return 'passed';
  if (result.waits_for !== undefined) return 'waiting';
  return result.inconclusive_cases.length === result.failed_cases.length ? 'inconclusive' : 'failed';
}

function outcomeOf(run: RunOfSeveral): string {
  const { result } = run;
  const state = stateOf(run);
  const flags = [...(result?.partial ? ['partial'] : []), ...keptWords(result)];
  return [wordsOf(state, result), ...flags].join(' · ');
}

function keptWords(result: ResultOfSeveral | null): readonly string[] {
  if (result?.isSynthetic) return ['SYNTHETIC'];
  const isKept = result !== null && result.shard === null && result.replies.model === 0 && result.replies.recorded > 0;
  return isKept ? ['on recorded replies'] : [];
}

function wordsOf(state: State, result: ResultOfSeveral | null): string {
  if (result?.waits_for !== undefined && state === 'waiting') return `waits for ${plural(result.waits_for, 'label')}`;
  if (result === null || !['passed', 'failed', 'inconclusive', 'unfinished'].includes(state)) return state;
  const { missing, total, passed, failed_cases, inconclusive_cases } = result;
  if (state === 'unfinished')
    return `unfinished: ${count(missing.trials)} of ${plural(missing.of, 'reply', 'replies')} missing`;
  if (state === 'passed') return `${count(passed)} of ${count(total)} passed`;
  const counts: readonly (readonly [number, string])[] = [
    [failed_cases.length - inconclusive_cases.length, 'failed'],
    [inconclusive_cases.length, 'inconclusive'],
    [passed, 'passed'],
  ];
  return counts
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${count(number)} ${what}`)
    .join(' · ');
}

function markOf(state: State, screen: Screen): string {
  if (state === 'collected' || state === 'not begun') return ' ';
  if (state === 'waiting') return outcomeMark('inconclusive', screen);
  return outcomeMark(state === 'passed' || state === 'failed' || state === 'inconclusive' ? state : 'unknown', screen);
}

/** Returns the dollars that a run paid for its own replies; null if they are unknown. */
function usdOf({ result, isUncalled }: RunOfSeveral): number | null {
  if (isUncalled) return 0;
  return result?.replies.model === 0 ? 0 : (result?.cost_usd ?? null);
}

function exitLines(next: GoingOn | null, exitCode: number, screen: Screen): string[] {
  const end = exitMark(exitCode, screen);
  if (next === null) return [` ${end}`];
  const command = visible(asCalled(next.command, screen));
  const text = `${command}${next.what}`;
  const fits = displayWidth(text) + `exit ${exitCode}`.length + 3 <= usableWidth(screen);
  return fits ? [` ${end}: ${text}`] : [` ${end}`, `   ${command}`];
}
