import type { UsageTotal } from '#model/reply/usage.js';
import type { RunResult } from '#model/run/run.js';
import { displayWidth } from '../text/clip.js';
import { count, duration, plural, usd } from '../text/numbers.js';
import { type Colour, type Screen, usableWidth } from '../text/paint.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';
import { repliesText } from './replies.js';
import { timeoutsText } from './timeouts.js';

/** Where a run's traces went and how the command ends. */
export interface Ending {
  /** Path of the log that got the row, as it should be shown; null if no row was written. */
  readonly rowPath: string | null;
  readonly exitCode: number;
  /** True if replies were to be recorded and could not be saved. */
  readonly isUnrecorded?: boolean;
  /** What brings the replies that it lacks; null if it lacks none, or nothing does. */
  readonly goOn?: GoOn | null;
}

/** How a run is gone on with: in words, and the command. */
export interface GoOn {
  readonly how: string;
  readonly command: string;
}

/** Counts, replies, tokens, time and row, one below the other, then what the exit code means. */
export function summaryLines(result: RunResult, ending: Ending, screen: Screen): string[] {
  const entries: [string, string][] = [
    [result.triggering ? 'Cases and queries' : 'Cases', outcomeCounts(result, screen)],
    ...trialsSaved(result),
    ...costEntries(result, screen),
    ['Row', rowText(result, ending.rowPath)],
  ];
  return [...tableLines(entries, screen), '', ...exitLines(result, ending, screen)];
}

/** What a run took. */
export function costEntries(result: RunResult, screen: Screen): [string, string][] {
  return [
    ['Replies', repliesText(result, screen)],
    ...timeoutsEntry(result),
    ['Tokens', tokensText(result)],
    ['Time', duration(result.duration_s)],
  ];
}

function timeoutsEntry({ timeouts }: RunResult): [string, string][] {
  return timeouts ? [['Timeouts', timeoutsText(timeouts)]] : [];
}

/** Labels with their values, one below the other. A value without colour is wrapped where it does not fit. */
export function tableLines(entries: readonly (readonly [string, string])[], screen: Screen): string[] {
  const { paint } = screen;
  const width = Math.max(...entries.map(([label]) => label.length));
  return entries.flatMap(([label, value]) => {
    const room = usableWidth(screen) - width - 4;
    const isWrapped = !value.includes('\u001b') && value.split(' ').every((word) => displayWidth(word) <= room);
    const lines = isWrapped ? wrap(value, room) : [value];
    return lines.map((line, i) => `  ${paint.dim((i === 0 ? label : '').padEnd(width))}  ${line}`);
  });
}

/** How to go on with a run that is unfinished; empty where nothing brings more. */
export function goOnLines({ goOn }: Ending, screen: Screen): string[] {
  if (!goOn) return [];
  const lines = wrap(goOn.how, usableWidth(screen) - 2);
  return [...lines.map((line) => `  ${line}`), `    ${screen.paint.cyan(visible(goOn.command))}`];
}

function outcomeCounts(result: RunResult, { paint }: Screen): string {
  const parts: readonly (readonly [number, string, Colour])[] = [
    [result.passed, 'passed', paint.green],
    [failedOf(result), 'failed', paint.red],
    [result.inconclusive_cases.length, 'inconclusive', paint.yellow],
    [result.missing_cases.length, 'without a reply', paint.yellow],
  ];
  const told = parts
    .filter(([number]) => number > 0)
    .map(([number, what, colour]) => colour(`${count(number)} ${what}`));
  return `${told.length > 0 ? told.join(' · ') : 'none'} ${paint.dim(`(${count(result.total)})`)}`;
}

/** Cases whose data speak against them; `failed_cases` names the inconclusive ones too. */
function failedOf({ failed_cases, inconclusive_cases }: RunResult): number {
  return failed_cases.length - inconclusive_cases.length;
}

/** `31 of 60; 29 were not needed`; nothing where no case stopped early. */
function trialsSaved({ cases }: RunResult): [string, string][] {
  const asked = cases.reduce((sum, one) => sum + one.sample_size, 0);
  const saved = cases.reduce((sum, one) => sum + one.sample_size - (one.stopped_at ?? one.sample_size), 0);
  if (saved === 0) return [];
  const spared = `${count(saved)} ${saved === 1 ? 'was' : 'were'} not needed`;
  return [['Trials', `${count(asked - saved)} of ${count(asked)}; ${spared}`]];
}

/** The cost is that of the replies which the model gave in this run; a run that asked none has nothing to say of it. */
function tokensText({ usage, cost_usd, replies }: RunResult): string {
  const cost = cost_usd === null || replies.model === 0 ? '' : ` · ${usd(cost_usd)}`;
  return usageText(usage) + cost;
}

/** `12,345 in · 2,310 out`; replies without a count are said, never taken for 0. */
function usageText(usage: UsageTotal): string {
  if (usage.unmetered_replies === usage.replies)
    return usage.replies === 0 ? 'none' : 'unknown: no reply came with a count';
  const counted = `${count(usage.input_tokens)} in · ${count(usage.output_tokens)} out`;
  if (usage.unmetered_replies === 0) return counted;
  return `${counted} · and ${plural(usage.unmetered_replies, 'reply', 'replies')} without a count`;
}

function rowText(result: RunResult, rowPath: string | null): string {
  if (rowPath === null) return result.state === 'unfinished' ? 'none: an unfinished run is no evidence' : 'none';
  return visible(rowPath) + (result.partial ? ' (partial: narrowed by --case, opens no gate)' : sourcesNote(result));
}

/** Replies that were kept from several runs could have been chosen among many: `promote` refuses them for ready. */
function sourcesNote({ sources }: RunResult): string {
  const runs = sources ? sources.runs.length + sources.more_runs : 0;
  return runs > 1 ? ` (replies of ${count(runs)} runs: not enough for ready)` : '';
}

function exitLines(result: RunResult, ending: Ending, screen: Screen): string[] {
  const { exitCode } = ending;
  const { paint } = screen;
  const colour = exitCode === 0 ? paint.green : exitCode === 1 && failedOf(result) > 0 ? paint.red : paint.yellow;
  const start = `exit ${exitCode}`;
  const lines = wrap(exitMeaning(result, ending), usableWidth(screen) - start.length - 4);
  return lines.map((line, i) =>
    i === 0 ? `  ${paint.bold(colour(start))}: ${line}` : `    ${' '.repeat(start.length)}${line}`,
  );
}

function exitMeaning(result: RunResult, { isUnrecorded = false }: Ending): string {
  return runMeaning(result) + (isUnrecorded ? ', and what was to be recorded could not be saved' : '');
}

function runMeaning(result: RunResult): string {
  const words = result.triggering ? ['case or query', 'cases and queries'] : ['case', 'cases'];
  const total = plural(result.total, words[0] ?? '', words[1]);
  const [failed, missing] = [result.failed_cases.length, result.missing_cases.length];
  if (result.state === 'unfinished') {
    const also = failed > 0 ? `; ${count(failed)} did not pass${whichWay(result)}` : '';
    return `unfinished, ${count(missing)} of ${total} without a reply${also}`;
  }
  if (result.total === 0) return 'nothing was evaluated';
  if (result.all_passed) return result.total === 1 ? `the ${words[0]} passed` : `all ${total} passed`;
  return `${count(failed)} of ${total} did not pass${whichWay(result)}`;
}

function whichWay(result: RunResult): string {
  const [failed, inconclusive] = [failedOf(result), result.inconclusive_cases.length];
  if (inconclusive === 0) return '';
  return `: ${failed > 0 ? `${count(failed)} failed, ` : ''}${count(inconclusive)} inconclusive`;
}
