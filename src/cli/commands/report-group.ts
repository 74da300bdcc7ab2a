import { groupNamed, runsOfGroup } from '#engine/resume/stored-group.js';
import { isOnlyLook, type RunPlan, type RunResult } from '#model/run/run.js';
import { jsonResult, withDatasets } from '#report/json.js';
import { groupTable } from '#report/run/run-group.js';
import { visible } from '#report/text/visible.js';
import type { StoredRun } from '#store/run/listing/stored-runs.js';
import { groupColumn, openColumn } from '#view/run-group.js';
import { exitCodeOfRun, wordsNaming } from '../evaluating/show-results.js';
import type { Io } from '../io.js';
import type { Terminal } from '../output/terminal.js';
import { type DetailOptions, wantsDetail } from './report-choice.js';

interface GroupOptions extends DetailOptions {
  readonly root?: string;
  readonly json?: boolean;
}

/**
 * Prints the stored runs of a group side by side: of the group of a named run, or of the last one. With options that select replies it prints
 * these of one run after another. Returns the worst of their exit codes. Throws EVA_UNKNOWN_RUN, EVA_USAGE.
 */
export async function showGroup(
  root: string,
  name: string | undefined,
  options: GroupOptions,
  { terminal, io }: { readonly terminal: Terminal; readonly io: Io },
): Promise<number> {
  const group = groupNamed(root, name);
  const runs = runsOfGroup(root, group).map(({ read }) => read());
  const results = runs.flatMap(({ plan, result }) => (result ? [{ plan, result }] : []));
  const exitCode = Math.max(...runs.map(({ plan, result }) => (result ? exitCodeOfRun(result, plan) : 3)));
  if (options.json) {
    terminal.out(jsonResult({ group, runs: results.map(({ plan, result }) => withDatasets(result, plan)) }));
    return exitCode;
  }
  if (wantsDetail(options)) await showReplies(results, root, options, { terminal, io });
  else {
    const columns = runs.map(({ plan, result }) => (result ? groupColumn(plan, result) : openColumn(plan)));
    const report = ['eva report --group', ...wordsNaming(name ?? null, options.root)].join(' ');
    terminal.out(groupTable(columns, { exitCode, resume: null, report }, terminal));
  }
  return exitCode;
}

/** The runs of a group besides one of them. */
interface OthersOfGroup {
  /** The prompt and variant of that one. */
  readonly title: string;
  /** The number of all runs. */
  readonly runs: number;
  /** The others that did not pass, each with how it ended: `small failed`. */
  readonly notPassed: readonly string[];
}

/** Returns how the runs of a group ended besides the shown one. */
export function notPassedIn(root: string, group: string, shown: RunPlan): OthersOfGroup {
  const runs = runsOfGroup(root, group).map(({ read }) => read());
  const titleOf = (plan: RunPlan) => {
    const { id, variant } = openColumn(plan);
    return runs.every((one) => one.plan.id === shown.id) ? variant : `${id} × ${variant}`;
  };
  const title = titleOf(shown);
  const others = runs.map(({ plan, result }) => ({ name: titleOf(plan), end: endInWords(result) }));
  const notPassed = others.filter(({ name, end }) => name !== title && end !== null);
  return { title, runs: runs.length, notPassed: notPassed.map(({ name, end }) => `${name} ${end}`) };
}

/** Returns how a run ended; null if it passed, or judged nothing. */
function endInWords(result: RunResult | null): string | null {
  if (!result || result.state === 'unfinished') return 'is unfinished';
  return result.all_passed || isOnlyLook(result) ? null : 'failed';
}

async function showReplies(
  runs: readonly StoredRun[],
  root: string,
  options: GroupOptions,
  shown: { readonly terminal: Terminal; readonly io: Io },
): Promise<void> {
  const { exportTrials, showDetail } = await import('./report-detail.js');
  const wanted = options.case ?? [];
  const has = ({ plan }: StoredRun) => wanted.every((name) => plan.cases.some((one) => one.name === name));
  const own = runs.filter(has);
  const chosen = own.length === 0 ? runs : own;
  const { out } = options;
  if (out !== undefined) {
    exportTrials(chosen, root, { ...options, out }, shown);
    return;
  }
  const notPassed = chosen.filter(({ result }) => endInWords(result) !== null);
  for (const run of options.failed && notPassed.length > 0 ? notPassed : chosen) {
    const { id, variant } = openColumn(run.plan);
    shown.terminal.out(`\n ${shown.terminal.paint.bold(visible(`${id} × ${variant}`))}\n`);
    await showDetail(
      run,
      root,
      { ...options, isBelowResult: true, ending: { exitCode: exitCodeOfRun(run.result, run.plan), rowPath: null } },
      shown,
    );
  }
}
