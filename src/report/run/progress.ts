import type { Case } from '#model/case.js';
import { groupBy, unreachable } from '#model/data/collections.js';
import { isJudgedAlone } from '#model/grader.js';
import type { ProgressEvent, ProviderSilence } from '#model/run/notice.js';
import { type CaseOutcome, type CaseResult, outcomeOf, type RunPlan } from '#model/run/run.js';
import type { Trial } from '#model/run/trial.js';
import { clock, count, percentage, plural, usd } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/screen.js';
import { clip, column, displayWidth, visible } from '../text/visible.js';
import { claimViews } from '../view/claims.js';
import { decisionParts, findCase, isTested } from './claim-words.js';
import { outcomeMark } from './heading.js';
import { WithoutReply, withoutReply } from './unfinished.js';

interface OpenCase {
  done: number;
  missed: number;
  missing: number;
}

export interface RunStandingFacts {
  readonly id: string;
  readonly settled: readonly { readonly name: string; readonly outcome: CaseOutcome }[];
  readonly open: number;
  readonly done: number;
  readonly missing: number;
  readonly planned: number;
  readonly cost_usd: number | null;
  /** The date of eva's price table, if built-in prices are part of the cost. */
  readonly built_in_prices?: string;
}

const mostCases = 4;

/** The time whose rate gives the estimate of the remaining time, in seconds. */
const rateSeconds = 60;

export interface HeldSilence {
  readonly silence: ProviderSilence;
  readonly at: number;
}

/** Follows the events of one run and renders its progress. Times are milliseconds of one clock. */
export class ShownProgress {
  #plan: RunPlan | undefined;
  #began = 0;
  #done = 0;
  readonly #without = new WithoutReply();
  #planned = 0;
  #cost: number | null = null;
  #priceTable: string | undefined;
  #slowest = 0;
  #nameWidth = 0;
  readonly #open = new Map<string, OpenCase>();
  readonly #settled = new Map<string, CaseOutcome>();
  #silence: HeldSilence | undefined;
  #samples: { readonly at: number; readonly done: number }[] = [];

  take(event: ProgressEvent, now: number): void {
    switch (event.event) {
      case 'run_started':
        this.#begin(event.plan, now);
        return;
      case 'trial_finished':
        this.#done = event.done;
        this.#planned = event.planned;
        this.#cost = event.cost_usd ?? this.#cost;
        this.#priceTable = event.built_in_prices;
        this.#takeTrial(event.trial, event.missed === true);
        return;
      case 'case_decided':
        this.#open.delete(event.result.name);
        this.#settled.set(event.result.name, outcomeOf(event.result));
        return;
      case 'run_finished':
        return;
      default:
        unreachable(event);
    }
  }

  isBegun(): boolean {
    return this.#plan !== undefined;
  }

  /** Records that a provider does not answer. The next trial that ends clears it. */
  silent(silence: ProviderSilence, now: number): void {
    this.#silence = { silence, at: now };
  }

  standing(): RunStandingFacts {
    const settled = [...this.#settled].map(([name, outcome]) => ({ name, outcome }));
    const open = (this.#plan?.cases.length ?? 0) - settled.length;
    const counts = { done: this.#done, missing: this.#without.missing, planned: this.#planned };
    const facts = { id: this.#plan?.id ?? '', settled, open, ...counts, cost_usd: this.#cost };
    return this.#priceTable === undefined ? facts : { ...facts, built_in_prices: this.#priceTable };
  }

  startLine(): string {
    if (!this.#plan) return '';
    const { id, cases } = this.#plan;
    const models = [...new Set(cases.flatMap(modelOf))];
    const shown = models.slice(0, 3).join(', ') + (models.length > 3 ? ` and ${models.length - 3} more` : '');
    const trials = `${this.#atMost()}${plural(this.#planned, 'trial')}`;
    return visible([`${id}: ${plural(cases.length, 'case')}`, trials, ...(shown === '' ? [] : [shown])].join(', '));
  }

  settledLine(result: CaseResult, screen: Screen): string {
    const outcome = outcomeOf(result);
    const parts = outcomeParts(result, findCase(this.#plan?.cases ?? [], result.name));
    const why = parts.join(separator);
    const room = usableWidth(screen) - 6;
    const widest = Math.max(widestName(screen), room - displayWidth(why));
    const nameWidth = Math.max(this.#nameWidthOn(screen), Math.min(widest, displayWidth(result.name)));
    const start = `${outcomeMark(outcome, screen)} ${column(result.name, nameWidth)}`;
    if (why === '') return start.trimEnd();
    const shown = clip(result.dataset ? fitted(parts, room - nameWidth) : why, room - nameWidth);
    return `${start}  ${outcome === 'passed' || outcome === 'unknown' ? screen.paint.dim(shown) : shown}`;
  }

  /** Renders at most six lines: running cases, the run as a whole, and a provider that does not answer. */
  region(now: number, screen: Screen): readonly string[] {
    if (!this.#plan) return [];
    const width = Math.min(usableWidth(screen), Math.max(1, Math.floor(screen.width) || 80) - 1);
    const shown = [...this.#open].slice(0, mostCases - (this.#open.size > mostCases ? 1 : 0));
    const more = this.#open.size - shown.length;
    const nameWidth = this.#nameWidthOn(screen);
    const lines = [
      ...shown.map(
        ([name, one]) => `   ${column(name, nameWidth)}  ${fitted(this.#caseParts(name, one), width - nameWidth - 5)}`,
      ),
      ...(more > 0 ? [`   ${plural(more, 'more case')} in hand`] : []),
      ` ${fitted(this.#totalParts(now), width - 1)}`,
      ...(this.#silence ? [` ${fitted(waitingParts(this.#silence, now, !this.#without.hasReply), width - 1)}`] : []),
    ];
    return lines.map((line) => clip(line, width));
  }

  /** Renders the progress: `12 of at most 1,595 trials · $0.20 · 2m 40s, about 3m left · slowest call 4s`. */
  heartbeat(now: number): string {
    const [dataset] = [...this.#open].filter(([name]) => this.#isOfDataset(name));
    const counts = dataset ? [`${dataset[0]}: ${this.#caseParts(...dataset).join(', ')}`] : [];
    return visible([...this.#totalParts(now), ...counts].join(separator));
  }

  #isOfDataset(name: string): boolean {
    return findCase(this.#plan?.cases ?? [], name)?.dataset !== undefined;
  }

  #begin(plan: RunPlan, now: number): void {
    this.#plan = plan;
    this.#began = now;
    this.#planned = plan.cases.reduce((sum, testCase) => sum + testCase.sample_size, 0);
    this.#nameWidth = plan.cases.reduce((widest, { name }) => Math.max(widest, displayWidth(name)), 0);
  }

  #takeTrial(trial: Trial, missed: boolean): void {
    this.#silence = undefined;
    this.#without.take(trial);
    for (const { latency } of trial.turns) this.#slowest = Math.max(this.#slowest, latency ?? 0);
    if (this.#settled.has(trial.case)) return;
    const one = this.#open.get(trial.case) ?? { done: 0, missed: 0, missing: 0 };
    this.#open.set(trial.case, one);
    one[trial.outcome === 'missing' ? 'missing' : 'done'] += 1;
    one.missed += missed ? 1 : 0;
  }

  #nameWidthOn(screen: Screen): number {
    return Math.min(widestName(screen), this.#nameWidth);
  }

  /** Renders the counts of a case: `6 of 60`, `4 failed, 6 may`; of a data set `212 of 500 items`, `201 right (94.8%)`, `3 without a reply`. */
  #caseParts(name: string, { done, missed, missing }: OpenCase): readonly string[] {
    const without = missing === 0 ? [] : [withoutReply(missing)];
    const testCase = findCase(this.#plan?.cases ?? [], name);
    if (testCase?.dataset) {
      const of = plural(testCase.sample_size, testCase.dataset.draws > 1 ? 'answer' : 'item');
      const past = testCase.expectations.some(({ grader }) => !isJudgedAlone(grader)) ? 'right' : 'passed';
      const good = done > 0 ? [`${count(done - missed)} ${past} (${percentage((done - missed) / done)})`] : [];
      return [`${count(done)} of ${of}`, ...good, ...without];
    }
    const may = missed > 0 && this.#plan ? mayFail(name, this.#plan) : null;
    const failed = `${count(missed)} failed${may === null ? '' : `, ${count(may)} may`}`;
    const of = count(testCase?.sample_size ?? done + missing);
    return [`${count(done)} of ${of}`, ...(missed === 0 ? [] : [failed]), ...without];
  }

  #totalParts(now: number): readonly string[] {
    const elapsed = (now - this.#began) / 1000;
    const rate = this.#ratePerSecond(now);
    const left = rate === null ? null : (this.#planned - this.#done - this.#without.missing) / rate;
    return [
      ...this.#without.parts(`${count(this.#done)} of ${this.#atMost()}${plural(this.#planned, 'trial')}`),
      ...(this.#cost ? [usd(this.#cost)] : []),
      ...(rate !== null && [...this.#open.keys()].some((name) => this.#isOfDataset(name)) ? [rateText(rate)] : []),
      `${elapsed < 1 ? '0s' : clock(Math.floor(elapsed))}${left === null ? '' : `, about ${roughly(left)} left`}`,
      ...(this.#slowest >= 1 ? [`slowest call ${clock(this.#slowest)}`] : []),
    ];
  }

  #atMost(): string {
    return this.#plan?.cases.some((testCase) => testCase.stop_early && testCase.sample_size > 1) ? 'at most ' : '';
  }

  /** Returns the trials with a reply per second in the last minute; null without one or enough time in it. */
  #ratePerSecond(now: number): number | null {
    const last = this.#samples.at(-1);
    if (!last || now - last.at >= 1000) this.#samples.push({ at: now, done: this.#done });
    this.#samples = this.#samples.filter(({ at }) => now - at <= rateSeconds * 1000);
    const [first] = this.#samples;
    if (!first || now - first.at < 4000 || this.#done <= first.done) return null;
    return ((this.#done - first.done) / (now - first.at)) * 1000;
  }
}

const separator = ' · ';

function rateText(perSecond: number): string {
  if (perSecond >= 9.95) return `${count(perSecond)}/s`;
  return perSecond >= 1 ? `${Number(perSecond.toFixed(1))}/s` : `${Math.max(1, Math.round(perSecond * 60))}/min`;
}

/** Renders what decided a case. For a failed case it is short, since a later block has the details. */
function outcomeParts(result: CaseResult, testCase: Case | undefined): readonly string[] {
  const outcome = outcomeOf(result);
  if (outcome === 'unknown') return ['replies are missing'];
  if (outcome === 'shown') return ['a look: shown, not judged'];
  const claims = claimViews(result, testCase);
  const parts = decisionParts({ claims });
  const hasFailedSlice = result.dataset?.slices.some(({ rows }) => rows.some((row) => row.outcome === 'failed'));
  return outcome === 'passed' ? parts : [hasFailedSlice ? 'a slice failed' : outcome, ...parts];
}

/** Returns the maximum width of a name, in columns. The text beside it needs about 44, or two thirds of a narrow screen. */
export function widestName(screen: Screen): number {
  const width = usableWidth(screen);
  return Math.max(Math.floor(width / 3), Math.min(36, width - 44));
}

function fitted([first = '', ...others]: readonly string[], width: number): string {
  let text = first;
  for (const part of others) {
    if (displayWidth(text) + displayWidth(part) + separator.length > width) return text;
    text += separator + part;
  }
  return text;
}

function modelOf({ subject }: Case): readonly string[] {
  if (subject.kind !== 'conversation') return [subject.settings.model];
  return subject.app.app === 'model' ? [subject.app.settings.model] : [];
}

/** Caches the outlooks of a plan by case, since each redraw needs them. */
const claimsByPlan = new WeakMap<RunPlan, ReadonlyMap<string, RunPlan['outlooks']>>();

/** Returns how many trials of a case may fail; null if there is no single number. */
function mayFail(name: string, plan: RunPlan): number | null {
  const known = claimsByPlan.get(plan) ?? groupBy(plan.outlooks.filter(isTested), (outlook) => outlook.case);
  claimsByPlan.set(plan, known);
  const own = known.get(name) ?? [];
  return own.length === 1 ? (own[0]?.max_failures ?? null) : null;
}

/** Renders an estimated time in one unit: `40s`, `3m`, `2h`. */
function roughly(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))}s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)}m` : `${Math.round(seconds / 3600)}h`;
}

export function warningLine(message: string, { paint }: Screen): string {
  return `${paint.yellow('warning:')} ${visible(message)}`;
}

const failureWidth = 80;

/** Renders a silence: `anthropic is busy (529 Overloaded) for 30s · 8 → 1 at a time · next try at 17:45:10 · 12 calls wait`, in local time. */
export function silenceText(silence: ProviderSilence, now: Date): string {
  const { nextInMs } = silence;
  const next = nextInMs === null ? null : `at ${timeOfDay(new Date(now.getTime() + nextInMs))}`;
  return partsWith(silence, next, true).join(' · ');
}

/**
 * Returns the parts of a line that is redrawn each second, the most important first: `next try in 8s`. `hasWords`: with the words of the
 * provider, which matter while it has never replied.
 */
export function waitingParts({ silence, at }: HeldSilence, now: number, hasWords: boolean): readonly string[] {
  const passed = now - at;
  const nextInMs = silence.nextInMs === null || silence.nextInMs < passed ? null : silence.nextInMs - passed;
  const next = nextInMs === null ? null : `in ${clock(Math.ceil(nextInMs / 1000))}`;
  return partsWith({ ...silence, ms: silence.ms + passed }, next, hasWords);
}

function partsWith(
  { provider, ms, failure, waiting, places }: ProviderSilence,
  next: string | null,
  hasWords: boolean,
): readonly string[] {
  const isBusy = failure?.kind === 'rate_limited' || failure?.kind === 'overloaded';
  const state = isBusy ? 'is busy' : 'does not answer';
  return [
    `${provider} ${state}${failureText(failure, hasWords)} for ${Math.round(ms / 1000) === 0 ? '0s' : clock(Math.round(ms / 1000))}`,
    ...(places ? [`${places.most} → ${places.now} at a time`] : []),
    ...(next === null ? [] : [`next try ${next}`]),
    plural(waiting, 'call waits', 'calls wait'),
  ];
}

function failureText(failure: ProviderSilence['failure'], hasWords: boolean): string {
  if (!failure) return '';
  const { status, message } = failure;
  if (status !== undefined && !hasWords) return ` (${status})`;
  const isNamed = status === undefined || message.startsWith(`${status}`);
  return ` (${clip(isNamed ? message : `${status} ${message}`, failureWidth)})`;
}

export function timeOfDay(date: Date): string {
  return date.toTimeString().slice(0, 8);
}
