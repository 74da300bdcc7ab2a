import type { Budget } from '#model/config.js';
import { groupBy } from '#model/data/collections.js';
import type { CaseOutcome } from '#model/run/run.js';
import { promptWord } from '#model/text/quoted.js';
import { budgetText } from '../plan/totals.js';
import { count, plural, usdWithSource } from '../text/numbers.js';
import { asCalled, type Paint, plainScreen, type Screen, usableWidth } from '../text/screen.js';
import { clip, displayWidth, visible, wrap } from '../text/visible.js';
import { markSpan, outcomeMark } from './heading.js';
import type { RunStandingFacts } from './progress.js';
import { withoutReply } from './unfinished.js';

export interface Kept {
  readonly replies: number;
  /** The number of submitted batches whose replies are not all stored. */
  readonly batches: number;
  readonly resume: string;
}

interface Pending {
  readonly inHand: number;
  readonly batches: number;
}

/** Renders the message when a run starts to stop. Running calls have `graceMs` milliseconds to end. */
export function stoppingText({ inHand, batches }: Pending, graceMs: number): string {
  if (inHand === 0) {
    return `stopping${batches === 0 ? '' : `: ${plural(batches, 'batch goes', 'batches go')} on at the provider`}`;
  }
  return `stopping: waiting up to ${graceMs / 1000} s for ${plural(inHand, 'call')} in hand; press Ctrl-C again to leave now`;
}

export interface KnownSoFar extends RunStandingFacts {
  /** True if a new run on the same files would be one more attempt. */
  readonly isAttempt: boolean;
}

export function interruptedRuns(runs: readonly KnownSoFar[], kept: Kept, screen: Screen): string {
  const isAttempt = runs.some((one) => one.isAttempt);
  return `${[...runs.flatMap((known) => standingLines(known, screen)), ...keptLines(isAttempt, kept, screen)].join('\n')}\n`;
}

/** A run of a command that a signal ended, with the id of its prompt. */
interface RunLeft {
  readonly id: string;
  readonly state: 'done' | 'under_way' | 'not_begun';
}

/**
 * Renders how far a command of several prompts came, in a few lines however many there are, with the command that goes on. `kept` is what is
 * stored of the prompts under way; `isAttempt` is true if a new run of one of them would be one more attempt.
 */
export function interruptedPrompts(
  runs: readonly RunLeft[],
  { isAttempt, ...kept }: Kept & { readonly isAttempt: boolean },
  screen: Screen,
): string {
  const prompts = promptsLeftText(runs);
  const width = usableWidth(screen) - 3;
  const resume = visible(asCalled(kept.resume, screen));
  const fits = displayWidth(`${prompts} · continue: ${resume}`) <= width;
  const command = `continue: ${screen.paint.cyan(resume)}`;
  const [first = '', ...others] = wrap(prompts, width);
  const isKept = kept.replies + kept.batches > 0;
  return [
    ` ${outcomeMark('unknown', screen)} ${first}${fits ? ` · ${command}` : ''}`,
    ...others.map((line) => `   ${line}`),
    ...(fits ? [] : [`   ${command}`]),
    ...(isKept ? wrap(`${keptCounts(kept)}; nothing is paid twice`, width).map((line) => `   ${line}`) : []),
    ...attemptLines(isAttempt, width),
    '',
  ].join('\n');
}

/** Renders how far a command of several prompts came: `12 of 30 prompts are done, 4 are under way, 14 were not begun`. */
export function promptsLeftText(runs: readonly RunLeft[]): string {
  const prompts = [...groupBy(runs, ({ id }) => id).values()];
  const countOf = (state: RunLeft['state']) => prompts.filter((all) => all.every((run) => run.state === state)).length;
  const [done, notBegun] = [countOf('done'), countOf('not_begun')];
  const underWay = prompts.length - done - notBegun;
  return [
    `${count(done)} of ${plural(prompts.length, 'prompt')} ${done === 1 ? 'is' : 'are'} done`,
    ...(underWay > 0 ? [`${count(underWay)} ${underWay === 1 ? 'is' : 'are'} under way`] : []),
    ...(notBegun > 0 ? [`${count(notBegun)} ${notBegun === 1 ? 'was' : 'were'} not begun`] : []),
  ].join(', ');
}

function attemptLines(isAttempt: boolean, width: number): string[] {
  const line = 'a new run on the same files is one more attempt, --resume is not';
  return isAttempt ? wrap(line, width).map((part) => `   ${part}`) : [];
}

/** Renders what a signal ended: its name and how far it came, on two lines if they do not fit on one. */
function interruptedHead(id: string, amounts: string, screen: Screen): string[] {
  const width = usableWidth(screen);
  const name = clip(id, width - 3);
  const head = ` ${outcomeMark('unknown', screen)} ${screen.paint.bold(name)}`;
  if (displayWidth(name) + displayWidth(amounts) + 5 <= width) return [`${head}  ${amounts}`];
  return [head, ...wrap(amounts, width - 3).map((line) => `   ${line}`)];
}

function standingLines(known: KnownSoFar, screen: Screen): string[] {
  const { paint } = screen;
  const { id, done, missing, planned, cost_usd, built_in_prices, settled, open } = known;
  const amounts = [
    done + missing === 0
      ? 'interrupted before its first trial'
      : `interrupted after ${count(done)} of at most ${plural(planned, 'trial')}`,
    ...(missing > 0 ? [withoutReply(missing)] : []),
    ...(cost_usd ? [usdWithSource(cost_usd, [built_in_prices])] : []),
  ].join(' · ');
  const width = usableWidth(screen);
  const openText = `open  ${plural(open, 'case')}`;
  return [
    ...interruptedHead(id, amounts, screen),
    ...(settled.length === 0 ? [] : labelled('settled', namesText(settled, width), width, paint)),
    ...(open === 0 || done + missing === 0 ? [] : [`   ${openText}`]),
  ];
}

const mostNames = 12;

function namesText(settled: KnownSoFar['settled'], width: number): string {
  const ordered = [...settled].sort((one, other) => rank(one.outcome) - rank(other.outcome));
  const names = ordered
    .slice(0, mostNames)
    .map(({ name, outcome }) => `${markSpan(outcome, plainScreen).text} ${clip(name, width - 14)}`);
  const more = ordered.length - names.length;
  return [...names, ...(more > 0 ? [`${count(more)} more`] : [])].join(' · ');
}

function rank(outcome: CaseOutcome): number {
  return ['failed', 'inconclusive', 'unknown', 'passed'].indexOf(outcome);
}

function labelled(label: string, text: string, width: number, { dim }: Paint): string[] {
  const indent = ' '.repeat(label.length + 5);
  return wrap(text, width - indent.length).map((line, i) => (i === 0 ? `   ${dim(label)}  ${line}` : indent + line));
}

function keptLines(isAttempt: boolean, { replies, batches, ...kept }: Kept, screen: Screen): string[] {
  const resume = asCalled(kept.resume, screen);
  const width = usableWidth(screen);
  const isKept = replies + batches > 0;
  const text = [
    'no row written',
    ...(isKept ? [`${keptCounts({ replies, batches })}; nothing is paid twice:`] : []),
  ].join('; ');
  const fits = displayWidth(text) + displayWidth(visible(resume)) + 4 <= width;
  const command = screen.paint.cyan(visible(resume));
  return [
    ...(isKept && fits ? [`   ${text} ${command}`] : wrap(text, width - 3).map((line) => `   ${line}`)),
    ...(isKept && !fits ? [`     ${command}`] : []),
    ...attemptLines(isAttempt, width - 3),
  ];
}

function keptCounts({ replies, batches }: Pick<Kept, 'replies' | 'batches'>): string {
  return [
    ...(replies > 0 ? [plural(replies, 'reply is kept', 'replies are kept')] : []),
    ...(batches > 0 ? [plural(batches, 'batch goes on at the provider', 'batches go on at the provider')] : []),
  ].join(', ');
}

/** Renders the stored data of an ended run, and the command that resumes it on a separate line. Empty if nothing is stored. */
export function keptText({ replies, batches, resume }: Kept, screen: Screen): string {
  const kept = [
    ...(replies > 0 ? [`${plural(replies, 'reply is', 'replies are')} kept and will not be asked for again`] : []),
    ...(batches > 0
      ? [`${plural(batches, 'batch goes', 'batches go')} on at the provider and will be waited for`]
      : []),
  ];
  return kept.length === 0
    ? ''
    : `${kept.join('; ')}; resume with\n  ${screen.paint.cyan(visible(asCalled(resume, screen)))}\n`;
}

/** Renders the first message of a resumed run. That of a look names the command that judges. */
export function resumingText(
  { run_id, id, look }: { readonly run_id: string; readonly id: string; readonly look?: true },
  { there, calls, budget }: { readonly there: number; readonly calls: number; readonly budget: Budget },
  screen: Pick<Screen, 'eva'>,
): string {
  const known = there === 0 ? 'nothing was kept' : `${plural(there, 'reply is', 'replies are')} there`;
  const left =
    calls === 0
      ? 'nothing is to be asked for'
      : `at most ${count(calls)} ${calls === 1 ? 'is' : 'are'} to be asked for`;
  const bound = calls === 0 ? '' : budgetText(budget);
  const run = look ? `${run_id}, a look that judges nothing` : run_id;
  const judging = look ? `. To judge: ${asCalled(`eva eval ${visible(promptWord(id))}`, screen)}` : '';
  return `resuming ${run}: ${known}, ${left}${bound === '' ? '' : `; budget of the whole run: ${bound}`}${judging}`;
}
