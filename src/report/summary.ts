import type { ReplySource } from '#model/exchange.js';
import type { RunResult } from '#model/run.js';
import type { UsageTotal } from '#model/usage.js';
import { count, duration, plural, usd } from './numbers.js';
import type { Screen } from './paint.js';
import { visible } from './visible.js';

/** Where a run's traces went and how the command ends. */
export interface Ending {
  /** Path of the log that got the row, as it should be shown; null if no row was written. */
  readonly rowPath: string | null;
  readonly exitCode: number;
}

/** Counts, replies, tokens, time and row, one below the other, then what the exit code means. */
export function summaryLines(result: RunResult, ending: Ending, screen: Screen): string[] {
  const { paint } = screen;
  const entries: [string, string][] = [
    [result.triggering ? 'Cases and queries' : 'Cases', outcomeCounts(result, screen)],
    ['Replies', repliesText(result.replies, screen)],
    ['Tokens', tokensText(result)],
    ['Time', duration(result.duration_s)],
    ['Row', rowText(result, ending.rowPath)],
  ];
  const width = Math.max(...entries.map(([label]) => label.length));
  const table = entries.map(([label, value]) => `  ${paint.dim(label.padEnd(width))}  ${value}`);
  return [...table, '', exitLine(result, ending.exitCode, screen)];
}

function outcomeCounts(result: RunResult, { paint }: Screen): string {
  const [failed, missing] = [result.failed_cases.length, result.missing_cases.length];
  const parts = [
    ...(result.passed > 0 ? [paint.green(`${count(result.passed)} passed`)] : []),
    ...(failed > 0 ? [paint.red(`${count(failed)} failed`)] : []),
    ...(missing > 0 ? [paint.yellow(`${count(missing)} without a reply`)] : []),
  ];
  return `${parts.length > 0 ? parts.join(' · ') : 'none'} ${paint.dim(`(${count(result.total)})`)}`;
}

const sourceWords: Readonly<Record<ReplySource, string>> = {
  model: 'from the model',
  recorded: 'recorded',
  synthetic: 'SYNTHETIC: written by hand, not by a model',
};

function repliesText(replies: RunResult['replies'], { paint }: Screen): string {
  const sources: readonly ReplySource[] = ['model', 'recorded', 'synthetic'];
  const parts = sources
    .filter((source) => replies[source] > 0)
    .map((source) => {
      const text = `${count(replies[source])} ${sourceWords[source]}`;
      return source === 'synthetic' ? paint.yellow(text) : text;
    });
  return parts.length > 0 ? parts.join(' · ') : 'none';
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
  return visible(rowPath) + (result.partial ? ' (partial: narrowed by --case, opens no gate)' : '');
}

function exitLine(result: RunResult, exitCode: number, { paint }: Screen): string {
  const colour = exitCode === 0 ? paint.green : exitCode === 1 ? paint.red : paint.yellow;
  return `  ${paint.bold(colour(`exit ${exitCode}`))}: ${exitMeaning(result, exitCode)}`;
}

function exitMeaning(result: RunResult, exitCode: number): string {
  const words = result.triggering ? ['case or query', 'cases and queries'] : ['case', 'cases'];
  const total = plural(result.total, words[0] ?? '', words[1]);
  const [failed, missing] = [result.failed_cases.length, result.missing_cases.length];
  if (exitCode === 3) {
    const also = failed > 0 ? `; ${count(failed)} did not pass` : '';
    return `unfinished, ${count(missing)} of ${total} without a reply${also}`;
  }
  if (result.total === 0) return 'nothing was evaluated';
  if (exitCode === 0) return result.total === 1 ? `the ${words[0]} passed` : `all ${total} passed`;
  return `${count(failed)} of ${total} did not pass`;
}
