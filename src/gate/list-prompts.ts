import { groupBy, lazy, uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import type { Status } from '#model/prompt.js';
import type { EvidenceDigests } from '#model/run/run.js';
import { type FullRun, latestFullRun } from '#run/attempts/full-run.js';
import { allowUnderpowered } from '#run/plan/plan-run.js';
import { type LibraryFiles, leavesUnread, type PromptFiles, readVariants } from '#run/prompt/read-prompt.js';
import { readAttempts } from '#store/logs/attempts-log.js';
import { readCompareRows } from '#store/logs/compare-log.js';
import type { RunLog } from '#store/logs/eval-log.js';
import { compareGates, readCompared } from './compare-gate.js';
import { rowsOfVariant, variantFiles } from './gate.js';
import { changedParts } from './pass-gate.js';

/**
 * The differences between the files of a prompt and those of its last full run; `variant`: one of several was never run; `comparison`: the prompt
 * is `ready` without the comparison that eval.yml asks for.
 */
type Difference = keyof EvidenceDigests | 'variant' | 'comparison';

export interface ListedPrompt {
  readonly id: string;
  /** null if meta.yml or the body cannot be read. */
  readonly status: Status | null;
  /**
   * `fresh`: the last full run evaluated the current files. `stale`: it evaluated others. `none`: there is no full run. null if the files
   * cannot be read.
   */
  readonly evidence: 'fresh' | 'stale' | 'none' | null;
  readonly differs: readonly Difference[];
  /** True if the last full run has replies that no model gave. */
  readonly synthetic: boolean;
  /** The last full run; null before the first. With several variants, the last one of any. */
  readonly last: LastRun | null;
  /** The errors for which its files cannot be read. */
  readonly problems: readonly Problem[];
}

interface LastRun {
  readonly run_id: string | null;
  readonly ts: string;
  readonly all_passed: boolean;
  readonly passed: number;
  readonly total: number;
  /** null if it is not known. */
  readonly cost_usd: number | null;
}

/** Lists prompts with their last full runs, by the rows of `.eval.jsonl`. Reads one prompt after another. */
export function listPrompts(library: LibraryFiles, ids: readonly string[], log: RunLog): readonly ListedPrompt[] {
  const rowsOf = groupBy(log.rows, ({ value }) => value['id']);
  const lacksComparison = comparisonReader(library, log);
  return ids.map((id) => listed(library, id, { ...log, rows: rowsOf.get(id) ?? [] }, lacksComparison));
}

function listed(
  library: LibraryFiles,
  id: string,
  runs: RunLog,
  lacksComparison: (files: PromptFiles) => boolean,
): ListedPrompt {
  const read = readVariants(library, id, { manner: allowUnderpowered });
  const latest = latestFullRun(id, runs);
  const problems = uniqueBy(read.flatMap((files) => files.problems).filter(leavesUnread), (entry) =>
    JSON.stringify(entry),
  );
  const cost = latest?.row['cost_usd'];
  const standing = read.map((files) => standingOf(files, runs));
  const uncompared: readonly Difference[] = read.some(lacksComparison) ? ['comparison'] : [];
  const differs = [...new Set([...standing.flatMap((prompt) => prompt.differs), ...uncompared])];
  return {
    id,
    status: read[0]?.prompt?.status ?? null,
    evidence: problems.length > 0 ? null : latest === null ? 'none' : differs.length > 0 ? 'stale' : 'fresh',
    differs: problems.length > 0 || latest === null ? [] : differs,
    synthetic: standing.some(({ run }) => run?.evidence?.synthetic === true),
    last: latest && {
      run_id: latest.run_id,
      ts: latest.ts,
      all_passed: latest.row.all_passed,
      passed: latest.row.passed,
      total: latest.row.total,
      cost_usd: typeof cost === 'number' && cost >= 0 ? cost : null,
    },
    problems,
  };
}

/** Returns the last full run of one variant, and what differs from it. */
function standingOf(read: PromptFiles, runs: RunLog): { run: FullRun | null; differs: readonly Difference[] } {
  const { id, prompt } = read;
  if (!prompt) return { run: null, differs: [] };
  const files = variantFiles(read);
  const run = latestFullRun(id, rowsOfVariant({ prompt, runs }, files));
  if (!run) return { run, differs: ['variant'] };
  if (!run.evidence || !files.evidenceNow) return { run, differs: ['cases'] };
  return { run, differs: changedParts(run.evidence, files.evidenceNow) };
}

/**
 * Returns a function that tells whether a prompt is `ready` without the comparison that its eval.yml asks for. Reads attempts and comparisons at
 * the first such prompt. Throws EVA_DISK, EVA_ODD_FILE, EVA_LOG_TOO_LARGE.
 */
function comparisonReader(library: LibraryFiles, runs: RunLog): (files: PromptFiles) => boolean {
  const attempts = lazy(() => readAttempts(library.root));
  const log = lazy(() => readCompareRows(library.root));
  return (files) => {
    const { prompt, compare, evidence } = files;
    if (prompt?.status !== 'ready' || !compare || !evidence) return false;
    const input = { prompt, ...variantFiles(files), runs, attempts: attempts(), folders: [] };
    return compareGates({ ...input, ...readCompared(library, files, log()) }).some(({ met }) => !met);
  };
}
