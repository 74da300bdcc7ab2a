import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Origin } from '#model/dataset.js';
import { type ListedEntry, outcomeInWords, outcomeOfEntry, whenInWords } from '#report/commands/log-entry.js';
import { lastEntries, readLog } from '#report/stored/read-log.js';
import { usd } from '#report/text/numbers.js';
import { text } from '#report/view/text.js';
import { shortNames } from '#store/run/run-names.js';
import {
  type FoundRow,
  fitsOutcome,
  matcher,
  type ReplyFilter,
  type ReplyLink,
  type RowPage,
  rowsOnPage,
} from '../replies/reply-filter.js';
import { type ReplyRow, replyName, replyRow } from '../replies/reply-row.js';
import type { ListedRunRow } from '../served/run-list.js';
import type { ServedCase, ServedRun } from './served-run.js';

/** The time without a pause, in milliseconds, so that other requests are answered while one reads many replies. */
const mostMsAtOnce = 25;

/**
 * Reads the rows of one page: those that fit a filter from a place on. A place is the number of a trial, counted over all cases in the order
 * of the page. Reads only replies that may fit, and ends early once `signal` is aborted. Throws as the reading of trials does.
 */
export async function replyPage(
  run: ServedRun,
  filter: ReplyFilter,
  from: number,
  signal: AbortSignal,
): Promise<RowPage> {
  const needsTexts = filter.check !== '' || filter.text.trim() !== '' || Object.keys(filter.slices).length > 0;
  const fits = matcher(filter, run.head);
  const reader = new RowReader(run);
  const rows: ReplyRow[] = [];
  for (const place of placesFrom(run, filter, from)) {
    if (rows.length === rowsOnPage) return { rows, next: place.number, ...countsOf(run, filter, needsTexts, from) };
    if (signal.aborted) break;
    const row = await reader.read(place);
    if (fits(row)) rows.push(row);
  }
  return { rows, next: null, ...countsOf(run, filter, needsTexts, from) };
}

/** Returns the place of the page of all replies that has a reply; null if no reply has this link. */
export function findReply({ head, cases }: ServedRun, link: ReplyLink): FoundRow {
  let before = 0;
  for (const [index, { trials }] of cases.entries()) {
    const isCase = head.cases[index]?.name.raw === link.case;
    const at = isCase ? trials.findIndex((trial) => nameOf(trial) === link.reply) : -1;
    if (at !== -1) return { from: before + at - ((before + at) % rowsOnPage) };
    before += trials.length;
  }
  return { from: null };
}

function nameOf({ index, origin }: { readonly index: number; readonly origin?: Origin }): string {
  const item = origin ? { id: { raw: origin.item }, draw: origin.draw } : null;
  return replyName({ item, trial: index } as Parameters<typeof replyName>[0]);
}

interface TrialPlace {
  /** Counted over all cases. */
  readonly number: number;
  readonly caseIndex: number;
  readonly at: number;
}

function* placesFrom({ cases, head }: ServedRun, filter: ReplyFilter, from: number): Generator<TrialPlace> {
  let before = 0;
  for (const [caseIndex, { trials, marks }] of cases.entries()) {
    const isChosen = filter.case === '' || head.cases[caseIndex]?.name.raw === filter.case;
    for (let at = Math.max(0, from - before); isChosen && at < trials.length; at++) {
      if (fitsOutcome(marks[at], filter.outcome)) yield { number: before + at, caseIndex, at };
    }
    before += trials.length;
  }
}

/** Counts the rows that fit, if no text must be read for that, and those before this page. */
function countsOf(
  run: ServedRun,
  filter: ReplyFilter,
  needsTexts: boolean,
  from: number,
): Pick<RowPage, 'total' | 'first'> {
  if (needsTexts) return {};
  let [total, first] = [0, 0];
  for (const { number } of placesFrom(run, filter, 0)) {
    total += 1;
    if (number < from) first += 1;
  }
  return { total, first };
}

class RowReader {
  readonly #run: ServedRun;
  #since = performance.now();

  constructor(run: ServedRun) {
    this.#run = run;
  }

  async read({ caseIndex, at }: TrialPlace): Promise<ReplyRow> {
    const { cases, head } = this.#run;
    const [own, shared] = [cases[caseIndex], head.cases[caseIndex]];
    if (!own || !shared) throw new Error(`there is no case ${caseIndex}`);
    await this.#pause();
    return replyRow(own.replyOf(at, await this.#lineOf(own, at)), caseIndex, shared);
  }

  /** Reads the line of a trial, which may have to be searched; null for a missing trial, and if it is gone or damaged. */
  async #lineOf({ marks, trials, number }: ServedCase, at: number) {
    const { sought } = this.#run;
    const index = trials[at]?.index;
    if (!sought || index === undefined || marks[at] === 'missing') return null;
    for (;;) {
      const line = sought.read(number, index);
      if (line && line.trial.outcome !== 'missing') return line;
      if (!sought.search()) return null;
      await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    if (performance.now() - this.#since < mostMsAtOnce) return;
    await nextTurn();
    this.#since = performance.now();
  }
}

export const outcomeChoices = ['passed', 'failed', 'inconclusive', 'unfinished', 'running'] as const;

interface RunRows {
  /** The newest first. */
  readonly rows: readonly ListedRunRow[];
  readonly older: number;
  /** The ids of all prompts that have a run. */
  readonly prompts: readonly string[];
}

const mostRows = 200;

/** Lists the runs of a library. An empty prompt or outcome selects all. Throws as `readLog` does. */
export function runRows(
  root: string,
  { prompt, outcome }: { readonly prompt: string; readonly outcome: string },
  now: Date,
): RunRows {
  const log = readLog(root, null, {});
  const { entries } = lastEntries(root, log, Number.POSITIVE_INFINITY);
  const names = shortNames(log.names);
  const fitting = entries.filter(
    (entry) => (prompt === '' || entry.id === prompt) && (outcome === '' || choiceOf(entry) === outcome),
  );
  const prompts = new Set(entries.flatMap(({ id }) => id ?? []));
  return {
    rows: fitting
      .slice(-mostRows)
      .reverse()
      .map((entry) => rowOf(entry, names, now)),
    older: Math.max(0, fitting.length - mostRows),
    prompts: [...prompts].sort(),
  };
}

function choiceOf(entry: ListedEntry): (typeof outcomeChoices)[number] | null {
  if (entry.state === 'running') return 'running';
  const outcome = outcomeOfEntry(entry);
  return outcome === 'unknown' ? 'unfinished' : outcome;
}

function rowOf(entry: ListedEntry, names: ReadonlyMap<string, string>, now: Date): ListedRunRow {
  const { run_id, folder, id, variant, ts, cost_usd, compare, total } = entry;
  const outcome = outcomeOfEntry(entry);
  return {
    run_id: folder === null ? null : run_id,
    prompt: text(id ?? '(unknown)'),
    variant: variant === undefined ? null : text(variant),
    mark: outcome === 'unknown' ? 'unfinished' : outcome,
    outcome: text(outcomeInWords(entry)),
    when: whenInWords(ts, now, true),
    cost: cost_usd ? usd(cost_usd) : '–',
    short: text(run_id === null ? '–' : (names.get(run_id) ?? run_id)),
    isRunning: entry.state === 'running',
    hasComparison: entry.state === 'collected' && compare?.outcome !== undefined,
    isComparable: total !== null && compare === undefined,
  };
}
