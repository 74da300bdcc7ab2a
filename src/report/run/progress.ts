import type { Case } from '#model/case.js';
import { groupBy, uniqueBy, unreachable } from '#model/data/collections.js';
import { isJudgedAlone } from '#model/grader.js';
import type { CasePairs } from '#model/pairs/comparison.js';
import type { ProgressEvent, ProviderSilence } from '#model/run/notice.js';
import { type CaseOutcome, type CaseResult, outcomeOf, type RunPlan } from '#model/run/run.js';
import type { Trial } from '#model/run/trial.js';
import { clock, count, percentage, plural, usd } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/screen.js';
import { clip, column, displayWidth, visible } from '../text/visible.js';
import { claimViews } from '../view/claims.js';
import { differenceText, outcomeMarks, outcomeWords, unitsText } from '../view/compare-words.js';
import { decisionParts, findCase, isTested } from './claim-words.js';
import { joinedLines, outcomeMark, separator } from './heading.js';
import { WithoutReply, withoutReply } from './unfinished.js';

/** A run of a command, as its progress names it. */
export interface RunTitle {
  readonly name: string;
  /** Variants are runs of one prompt, and so are the sides of a comparison. */
  readonly prompt: string;
  /** The greatest number of its trials. */
  readonly planned: number;
}

interface ShownRun extends RunTitle {
  planned: number;
  id: string;
  /** Absent before the run begins and after its end. */
  plan?: RunPlan | undefined;
  cases: number;
  done: number;
  missing: number;
  cost_usd: number | null;
  built_in_prices?: string | undefined;
  isEnded: boolean;
  readonly open: Map<string, OpenCase>;
  readonly settled: Map<string, CaseOutcome>;
}

interface OpenCase {
  readonly run: ShownRun;
  readonly name: string;
  /** The number of trials with a reply: of the run, or of both sides of a comparison. */
  replied: number;
  missed: number;
  missing: number;
}

export interface RunStandingFacts {
  readonly id: string;
  readonly settled: readonly { readonly name: string; readonly outcome: CaseOutcome }[];
  readonly open: number;
  /** The number of trials with a reply. */
  readonly done: number;
  readonly missing: number;
  readonly planned: number;
  readonly cost_usd: number | null;
  /** The date of eva's price table, if built-in prices are part of the cost. */
  readonly built_in_prices?: string | undefined;
}

export interface CommandProgressOptions {
  /** Returns the number of calls under way. */
  readonly inFlight?: (() => number) | undefined;
  /** True for a comparison: the two runs are its sides, A first. */
  readonly isPair?: boolean | undefined;
}

const mostLines = 6;

const mostTotals = 4;

const mostCases = 4;

/** The time whose rate gives the estimate of the remaining time, in seconds. */
const rateSeconds = 60;

interface HeldSilence {
  readonly silence: ProviderSilence;
  readonly at: number;
}

/**
 * Follows the events of all runs of a command and renders its progress. Times are milliseconds of one clock. Keeps sums and the open cases, so
 * that a line costs the same however many runs and trials there are.
 */
export class CommandProgress {
  readonly #runs: readonly ShownRun[];
  readonly #isPair: boolean;
  readonly #inFlight: (() => number) | undefined;
  /** The place of each prompt in the command, and the number of its runs that have not ended. */
  readonly #prompts = new Map<string, { readonly place: number; left: number }>();
  #promptsDone = 0;
  /** The widest name of a run; 0 if there is one run. */
  readonly #runWidth: number;
  #caseWidth = 0;
  #isAtMost: boolean;
  #began: number | undefined;
  #done = 0;
  #planned = 0;
  #cost = 0;
  readonly #without = new WithoutReply();
  /** In the order in which they were opened. */
  readonly #open = new Set<OpenCase>();
  /** Of each provider that does not answer. */
  readonly #silences = new Map<string, HeldSilence>();
  #samples: { readonly at: number; readonly done: number }[] = [];

  constructor(titles: readonly RunTitle[], { inFlight, isPair = false }: CommandProgressOptions = {}) {
    this.#inFlight = inFlight;
    this.#isPair = isPair;
    this.#isAtMost = titles.length > 1;
    for (const { prompt, planned } of titles) {
      const ofPrompt = this.#prompts.get(prompt) ?? { place: this.#prompts.size + 1, left: 0 };
      this.#prompts.set(prompt, ofPrompt);
      ofPrompt.left += 1;
      this.#planned += planned;
    }
    this.#runs = titles.map(({ name, prompt, planned }) => ({
      ...{ name: this.#prompts.size > 1 ? name : name.replace(`${prompt} × `, ''), prompt, planned, id: '', cases: 0 },
      ...{ done: 0, missing: 0, cost_usd: null, isEnded: false, open: new Map(), settled: new Map() },
    }));
    const named = titles.length > 1 && !isPair ? this.#runs : [];
    this.#runWidth = named.reduce((widest, { name }) => Math.max(widest, displayWidth(name)), 0);
  }

  /** Takes an event of the run with this place in the command. */
  take(at: number, event: ProgressEvent, now: number): void {
    const run = this.#runs[at];
    if (!run || run.isEnded) return;
    switch (event.event) {
      case 'run_started':
        this.#begin(run, event.plan, now);
        return;
      case 'trial_finished': {
        const { done, missing, planned, trial } = event;
        const cost_usd = event.cost_usd ?? run.cost_usd;
        this.#done += done - run.done;
        this.#planned += planned - run.planned;
        this.#cost += (cost_usd ?? 0) - (run.cost_usd ?? 0);
        Object.assign(run, { done, missing, planned, cost_usd, built_in_prices: event.built_in_prices });
        this.#without.take(trial);
        this.#takeTrial(at, trial, event.missed === true);
        this.#sample(now);
        return;
      }
      case 'case_decided':
        if (!this.#isPair) this.#settle(run, event.result.name, outcomeOf(event.result));
        return;
      case 'run_finished':
        return;
      default:
        unreachable(event);
    }
  }

  /** Records the result of a case of a comparison. Returns false if it was known. */
  settle(pairs: CasePairs): boolean {
    const [run] = this.#runs;
    if (!run || run.settled.has(pairs.case)) return false;
    this.#settle(run, pairs.case, outcomeOfPairs(pairs));
    return true;
  }

  /** Records the end of a run. A prompt counts as done once all its runs have results. */
  end(at: number, hasResult: boolean): void {
    const run = this.#runs[at];
    if (!run || run.isEnded) return;
    for (const openCase of run.open.values()) this.#open.delete(openCase);
    run.open.clear();
    this.#planned -= run.planned - run.done - run.missing;
    Object.assign(run, { isEnded: true, plan: undefined });
    const ofPrompt = this.#prompts.get(run.prompt);
    if (!ofPrompt || !hasResult) return;
    ofPrompt.left -= 1;
    if (ofPrompt.left === 0) this.#promptsDone += 1;
  }

  isBegun(): boolean {
    return this.#began !== undefined;
  }

  /** Records that a provider does not answer, or does again. */
  silent(silence: ProviderSilence, now: number): void {
    this.#silences.delete(silence.provider);
    if (silence.ms > 0) this.#silences.set(silence.provider, { silence, at: now });
  }

  /** Returns how far a run came; how far a comparison came for both of its runs. */
  standing(at: number): RunStandingFacts {
    const run = this.#runs[this.#isPair ? 0 : at];
    if (!run) throw new Error('a run that is not of this command');
    const both = { done: this.#done, missing: this.#without.missing, planned: this.#planned, cost_usd: this.#cost };
    const { done, missing, planned, cost_usd } = this.#isPair ? both : run;
    const settled = [...run.settled].map(([name, outcome]) => ({ name, outcome }));
    const known = { id: run.id, settled, open: run.cases - settled.length, built_in_prices: run.built_in_prices };
    return { ...known, done, missing, planned, cost_usd };
  }

  /** Renders the size of the command, and the models of a single run. */
  startLine(): string {
    const { length } = this.#runs;
    const { prompt = '', plan } = this.#runs.find((run) => run.plan) ?? {};
    const ofPrompt = length === 1 || this.#isPair ? plural(plan?.cases.length ?? 0, 'case') : plural(length, 'run');
    const start = this.#prompts.size > 1 ? plural(this.#prompts.size, 'prompt') : `${prompt}: ${ofPrompt}`;
    const models = length === 1 ? [...new Set(plan?.cases.flatMap(modelOf))] : [];
    const shown = models.slice(0, 3).join(', ') + (models.length > 3 ? ` and ${models.length - 3} more` : '');
    return visible([start, this.#sizeText(), ...(shown === '' ? [] : [shown])].join(', '));
  }

  settledLine(at: number, result: CaseResult, screen: Screen): string {
    const run = this.#runs[at];
    const outcome = outcomeOf(result);
    const parts = outcomeParts(result, findCase(run?.plan?.cases ?? [], result.name));
    return this.#settledLine({ run, name: result.name, outcome, parts }, screen);
  }

  settledPairsLine(pairs: CasePairs, screen: Screen): string {
    const { case: name, outcome, decides, difference, used, unit } = pairs;
    const change = difference === null ? [] : [differenceText(difference)];
    const words = outcome ? [outcomeWords[outcome], ...change] : [decides ? 'replies are missing' : 'decides nothing'];
    const parts = [...words, unitsText(used, unit)];
    return this.#settledLine({ name, outcome: outcomeOfPairs(pairs), parts }, screen);
  }

  /** Renders the place of the prompt of a run in the command: `[8/30] `; empty if it is the only prompt. */
  placeText(at: number): string {
    const { size } = this.#prompts;
    const place = this.#prompts.get(this.#runs[at]?.prompt ?? '')?.place;
    return size < 2 ? '' : `[${place}/${size}] `.padEnd(2 * `${size}`.length + 4);
  }

  /** Renders at most six lines: the command as a whole, open cases, and a provider that does not answer. */
  lines(now: number, screen: Screen): readonly string[] {
    if (!this.isBegun()) return [];
    const width = Math.min(usableWidth(screen), Math.max(1, Math.floor(screen.width) || 80) - 1);
    const parts = this.#totalParts(now).map((part) => clip(part, width - 1));
    const totals = joinedLines(parts, width - 1).slice(0, mostTotals);
    const silence = [...this.#silences.values()]
      .slice(-1)
      .map((held) => waitingParts(held, now, !this.#without.hasReply));
    const room = Math.min(mostCases, mostLines - totals.length - silence.length);
    const all = [...this.#open];
    const open = [...new Set([...uniqueBy(all, ({ run }) => run.name), ...all])]; // the first of each run before others
    const shown = open.slice(0, open.length > room ? room - 1 : room);
    const hidden = open.slice(shown.length);
    const promptsOfHidden = plural(new Set(hidden.map(({ run }) => run.prompt)).size, 'prompt');
    const more = `   ${plural(hidden.length, 'more case')}${this.#prompts.size > 1 ? ` of ${promptsOfHidden}` : ''}`;
    return [
      ...totals.map((line) => ` ${line}`),
      ...shown.map((openCase) => this.#caseLine(openCase, width, screen)),
      ...(hidden.length > 0 ? [more] : []),
      ...silence.map((waiting) => ` ${fitted(waiting, width - 1)}`),
    ].map((line) => clip(line, width));
  }

  /** Renders the command as a whole: `8 of 30 prompts · 211 of at most 640 trials · 3 without a reply · $0.31 · 22s, about 50s left`. */
  totalLine(now: number): string {
    return visible(this.#totalParts(now).join(separator));
  }

  #begin(run: ShownRun, plan: RunPlan, now: number): void {
    this.#began ??= now;
    this.#sample(now);
    Object.assign(run, { plan, id: plan.id, cases: plan.cases.length });
    this.#caseWidth = plan.cases.reduce((widest, { name }) => Math.max(widest, displayWidth(name)), this.#caseWidth);
    this.#isAtMost ||= plan.cases.some((testCase) => testCase.stop_early && testCase.sample_size > 1);
  }

  #takeTrial(at: number, trial: Trial, missed: boolean): void {
    const run = this.#runs[this.#isPair ? 0 : at];
    if (!run || run.settled.has(trial.case)) return;
    const openCase = run.open.get(trial.case) ?? { run, name: trial.case, replied: 0, missed: 0, missing: 0 };
    run.open.set(trial.case, openCase);
    this.#open.add(openCase);
    if (missed) openCase.missed += 1;
    if (trial.outcome === 'missing') openCase.missing += 1;
    else openCase.replied += 1;
  }

  #settle(run: ShownRun, name: string, outcome: CaseOutcome): void {
    run.settled.set(name, outcome);
    const openCase = run.open.get(name);
    run.open.delete(name);
    if (openCase) this.#open.delete(openCase);
  }

  #sizeText(): string {
    return `${this.#isAtMost ? 'at most ' : ''}${plural(this.#planned, 'trial')}`;
  }

  #totalParts(now: number): readonly string[] {
    const elapsed = (now - (this.#began ?? now)) / 1000;
    const rate = this.#ratePerSecond(now);
    const left = rate === null ? null : (this.#planned - this.#done - this.#without.missing) / rate;
    return [
      ...(this.#prompts.size > 1 ? [`${count(this.#promptsDone)} of ${plural(this.#prompts.size, 'prompt')}`] : []),
      ...(this.#inFlight ? [`${plural(this.#inFlight(), 'call')} in flight`] : []),
      ...this.#without.parts(`${count(this.#done)} of ${this.#sizeText()}`),
      ...(this.#cost > 0 ? [usd(this.#cost)] : []),
      `${elapsed < 1 ? '0s' : clock(Math.floor(elapsed))}${left === null ? '' : `, about ${roughly(left)} left`}`,
    ];
  }

  /** Returns the trials with a reply per second in the last minute; null without one or enough time in it. */
  #ratePerSecond(now: number): number | null {
    this.#sample(now);
    const [first] = this.#samples;
    if (!first || now - first.at < 4000 || this.#done <= first.done) return null;
    return ((this.#done - first.done) / (now - first.at)) * 1000;
  }

  #sample(now: number): void {
    const last = this.#samples.at(-1);
    if (last && now - last.at < 1000) return;
    this.#samples = this.#samples.filter(({ at }) => now - at <= rateSeconds * 1000);
    this.#samples.push({ at: now, done: this.#done });
  }

  /** Returns the widths of the names of a run and of a case. */
  #nameWidths(screen: Screen): { readonly run: number; readonly case: number } {
    const both = widestName(screen, this.#runWidth > 0);
    const run = Math.min(this.#runWidth, Math.max(Math.floor(both / 2), both - this.#caseWidth));
    return { run, case: Math.min(this.#caseWidth, both - run) };
  }

  /** Renders the name of a run; of several variants of one prompt only the variant. A long prompt is cut, not its variant. */
  #runColumn(screen: Screen, { name, prompt } = { name: '', prompt: '' }): string {
    if (this.#runWidth === 0) return '';
    const { run: width } = this.#nameWidths(screen);
    const end = name.startsWith(prompt) ? name.slice(prompt.length) : '';
    const start = clip(name.slice(0, name.length - end.length), Math.max(1, width - displayWidth(end)));
    return `${column(start + end, width)}  `;
  }

  #caseLine(openCase: OpenCase, width: number, screen: Screen): string {
    const start = `   ${this.#runColumn(screen, openCase.run)}${column(openCase.name, this.#nameWidths(screen).case)}  `;
    return start + fitted(this.#caseParts(openCase), width - displayWidth(start));
  }

  /** Renders the counts of a case: `6 of 60`, `4 failed, 6 may`; of a data set `212 of 500 items`, `201 right (94.8%)`, `3 without a reply`. */
  #caseParts(openCase: OpenCase): readonly string[] {
    const { run, name, replied: done, missed, missing } = openCase;
    const without = missing === 0 ? [] : [withoutReply(missing)];
    const testCase = findCase(run.plan?.cases ?? [], name);
    if (this.#isPair) return [`${count(done)} of ${plural(2 * (testCase?.sample_size ?? done), 'trial')}`, ...without];
    if (testCase?.dataset) {
      const of = plural(testCase.sample_size, testCase.dataset.draws > 1 ? 'answer' : 'item');
      const past = testCase.expectations.some(({ grader }) => !isJudgedAlone(grader)) ? 'right' : 'passed';
      const good = done > 0 ? [`${count(done - missed)} ${past} (${percentage((done - missed) / done)})`] : [];
      return [`${count(done)} of ${of}`, ...good, ...without];
    }
    const may = missed > 0 && run.plan ? mayFail(name, run.plan) : null;
    const failed = `${count(missed)} failed${may === null ? '' : `, ${count(may)} may`}`;
    const of = count(testCase?.sample_size ?? done + missing);
    return [`${count(done)} of ${of}`, ...(missed === 0 ? [] : [failed]), ...without];
  }

  #settledLine({ run, name, outcome, parts }: SettledCase, screen: Screen): string {
    const why = parts.join(separator);
    const start = `${this.#runColumn(screen, run)}${outcomeMark(outcome, screen)} `;
    const room = usableWidth(screen) - displayWidth(this.#runColumn(screen, run)) - 6;
    const { case: own } = this.#nameWidths(screen);
    const widest = Math.max(own, room - displayWidth(why));
    const nameWidth = Math.max(Math.min(own, this.#caseWidth), Math.min(widest, displayWidth(name)));
    if (why === '') return start + column(name, nameWidth).trimEnd();
    const shown = clip(fitted(parts, room - nameWidth), room - nameWidth);
    const isQuiet = run === undefined || outcome === 'passed' || outcome === 'unknown';
    return `${start}${column(name, nameWidth)}  ${isQuiet ? screen.paint.dim(shown) : shown}`;
  }
}

interface SettledCase {
  /** Absent for a case of a comparison. */
  readonly run?: ShownRun | undefined;
  readonly name: string;
  readonly outcome: CaseOutcome;
  /** What decided it. */
  readonly parts: readonly string[];
}

function outcomeOfPairs({ outcome, decides }: CasePairs): CaseOutcome {
  return outcome === null ? (decides ? 'unknown' : 'shown') : outcomeMarks[outcome];
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

/**
 * Returns the maximum width of the name of a case, in columns; of both names if there is one of a run. The text beside them needs about 44, or
 * two thirds of a narrow screen.
 */
export function widestName(screen: Screen, isBoth = false): number {
  const width = usableWidth(screen);
  return Math.max(Math.floor(width / (isBoth ? 2.2 : 3)), Math.min(36, width - 44));
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
export function mayFail(name: string, plan: RunPlan): number | null {
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
function waitingParts({ silence, at }: HeldSilence, now: number, hasWords: boolean): readonly string[] {
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
