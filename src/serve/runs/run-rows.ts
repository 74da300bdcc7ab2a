import { lastEntries, readLog } from '#engine/reporting/read-log.js';
import type { ListedRunRow } from '#page/served/run-list.js';
import type { ListedEntry } from '#report/log/entry.js';
import { outcomeInWords, outcomeOfEntry, whenInWords } from '#report/log/entry-words.js';
import { usd } from '#report/text/numbers.js';
import { shortNames } from '#store/run/run-names.js';
import { text } from '#view/text.js';

export const outcomeChoices = ['passed', 'failed', 'inconclusive', 'unfinished', 'running'] as const;

/** The runs of a library that fit a filter. */
export interface RunRows {
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
