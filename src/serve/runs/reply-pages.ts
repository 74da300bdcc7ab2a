import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Origin } from '#model/dataset.js';
import { fitsOutcome, matcher, type ReplyFilter } from '#page/replies/reply-filter.js';
import type { ReplyLink } from '#page/replies/reply-link.js';
import { type ReplyRow, replyName, replyRow } from '#page/replies/reply-row.js';
import { type FoundRow, type RowPage, rowsOnPage } from '#page/replies/row-source.js';
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

/** A trial among those of all cases. */
interface TrialPlace {
  /** Counted over all cases. */
  readonly number: number;
  readonly caseIndex: number;
  /** Its place among the trials of its case. */
  readonly at: number;
}

/** Lists the trials from a place on whose case and outcome fit a filter. */
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

/** Reads rows one after another, with pauses. */
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
