import { groupBy } from '#model/data/collections.js';
import { lastWords } from '#model/reply/no-reply.js';
import type { Trial } from '#model/run/trial.js';
import { oneLine } from '#model/text/quoted.js';
import { count, plural } from '../text/numbers.js';
import { resultWidth, type Screen } from '../text/screen.js';
import { shortened } from '../text/visible.js';
import type { CaseView } from '../view/view.js';
import { headingLines, markFor, namesOnOneLine } from './heading.js';

const mostAlone = 3;

const mostReasons = 8;

const linesOfReason = 3;

const mostRanges = 6;

/** Renders cases with missing replies, grouped by reason: thirty cases with the same refused connection are one paragraph. */
export function unfinishedLines(cases: readonly CaseView[], screen: Screen): string[] {
  const reasons = [...groupBy(cases, (own) => JSON.stringify(missingReasons(own))).values()];
  const more = reasons.slice(mostReasons).flat().length;
  return [
    ...reasons.slice(0, mostReasons).flatMap((own) => paragraph(own, screen)),
    ...(more > 0 ? [`   and ${plural(more, 'more case')}`] : []),
  ];
}

function paragraph(cases: readonly CaseView[], screen: Screen): string[] {
  const mark = markFor('unfinished', screen);
  const [first] = cases;
  const alone = cases.length <= mostAlone ? cases : [];
  const title = `${count(cases.length)} unfinished`;
  const names = namesOnOneLine(
    resultWidth(screen) - title.length - 5,
    cases.map(({ name }) => name.raw),
  );
  return [
    ...alone.flatMap((caseView) =>
      headingLines({ mark, name: caseView.name.raw, parts: [missingText(caseView)] }, screen),
    ),
    ...(alone.length === 0 ? headingLines({ mark, name: title, parts: [names] }, screen) : []),
    ...(first ? missingReasons(first) : []).flatMap((reason) =>
      shortened(oneLine(reason), resultWidth(screen) - 5, linesOfReason).map((line) => `     ${line}`),
    ),
  ];
}

/** Returns why replies of a case are missing, each reason once: those of the model and those of the judge can share one. */
function missingReasons({ missing }: CaseView): readonly string[] {
  return [...new Set(missing.map(({ reason }) => reason.raw))];
}

const withoutAnswer = {
  model: 'no reply',
  judge: 'no reply of the judge',
  embedding_model: 'no reply of the embedding model',
  check: 'replied, but not graded',
} as const;

export function missingText({ trials, missing }: CaseView): string {
  if (trials.missing === 0)
    return trials.total === 0 ? 'not run' : `${count(trials.total)} of ${count(trials.asked)} trials run`;
  const ungradedBy = missing.map((own) => own.ungraded_by);
  if (trials.asked === 1) return withoutAnswer[ungradedBy[0] ?? 'model'];
  const which = trialRanges(missing.flatMap((own) => own.trials));
  const lack = ungradedBy.includes(undefined) ? 'missing' : 'not graded';
  return `${count(trials.missing)} of ${plural(trials.asked, 'reply', 'replies')} ${lack} (trial${trials.missing === 1 ? '' : 's'} ${which})`;
}

/** Renders trials, given from 0, as ranges from 1: `1, 3–5`. */
export function trialRanges(trials: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const trial of [...trials].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.last === trial - 1) run.last = trial;
    else runs.push({ first: trial, last: trial });
  }
  const shown = runs.slice(0, mostRanges);
  const words = shown.map(({ first, last }) => (first === last ? `${first + 1}` : `${first + 1}–${last + 1}`));
  return words.join(', ') + (runs.length > mostRanges ? ' and more' : '');
}

/** Counts the trials, or other parts of a command, that ended without a reply while it goes on, and keeps why. */
export class WithoutReply {
  #missing = 0;
  #hasReply = false;
  /** The first two different reasons, which tell whether all share one. */
  readonly #reasons = new Set<string>();

  take(trial: Trial): void {
    if (trial.outcome === 'missing') this.add(trial.reason, trial.turns.length > 0);
    else this.#hasReply = true;
  }

  /** Adds one. `hasReply`: some of its calls have a reply. */
  add(reason: string, hasReply: boolean): void {
    this.#hasReply ||= hasReply;
    this.#missing += 1;
    if (this.#reasons.size < 2) this.#reasons.add(lastWords(reason));
  }

  /** True once a model or an application has replied. */
  get hasReply(): boolean {
    return this.#hasReply;
  }

  get missing(): number {
    return this.#missing;
  }

  /** Renders `counted`, a number of trials with a reply, and how many have none: `3 without a reply`, with the reason if they share one. */
  parts(counted: string, without = withoutReply(this.#missing)): readonly string[] {
    const reason = this.#reasons.size === 1 ? [...this.#reasons] : [];
    if (this.#missing === 0) return [counted];
    if (!this.#hasReply) return ['no reply yet', ...reason, counted, without];
    return [counted, [without, ...reason].join(': ')];
  }
}

export function withoutReply(missing: number): string {
  return `${count(missing)} without a reply`;
}
