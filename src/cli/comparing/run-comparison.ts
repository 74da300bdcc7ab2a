import { groupBy } from '#model/data/collections.js';
import type { Comparison } from '#model/pairs/comparison.js';
import { evaError } from '#model/problem.js';
import type { RunResult } from '#model/run/run.js';
import { short } from '#model/text/quoted.js';
import { comparePlanText } from '#report/compare/compare-plan.js';
import { comparisonPieces, type MissingOfSides } from '#report/compare/compare-text.js';
import { interruptedRuns, keptText } from '#report/run/interrupted.js';
import { choosePairs, compareReport, type PairSource, pairsOfRuns } from '#report/stored/compare-report.js';
import { commandForMissing } from '#report/stored/continuation.js';
import { exitCodeOfComparison } from '#report/view/changed-pairs.js';
import { text } from '#report/view/text.js';
import { latestComparison } from '#run/compare/earlier-comparisons.js';
import type { AskedComparison, PlannedComparison, StoredComparison } from '#run/compare/planned-comparison.js';
import { startComparison } from '#run/compare/start-comparison.js';
import { compareStoredRuns } from '#run/compare/stored-pairs.js';
import { callsToFinish } from '#run/resume/calls-to-finish.js';
import { compareRowPath } from '#store/logs/compare-log.js';
import { runDirOf, shortRunName } from '#store/run/run-names.js';
import { readRun } from '#store/run/stored-runs.js';
import { eventsTo, runTitle, tellProgress } from '../evaluating/progress.js';
import { exitCodeOfError } from '../evaluating/show-results.js';
import { exitWithError } from '../exit.js';
import { comparePlan } from './compare-forecast.js';
import { type CompareWorld, commandOf, resumeCommandOf } from './compare-line.js';

/** Asks both sides what they have not answered yet, shows the progress, and prints the result. Returns the exit code. */
export async function runComparison(planned: AskedComparison, world: CompareWorld): Promise<number> {
  const { flags, terminal, root, io, interrupt, reports } = world;
  const { stop, signal } = interrupt;
  if (flags.items && !flags.resume && !planned.same) return showKnown(planned, world);
  if (reports.output === 'pretty' && !planned.same)
    terminal.err(comparePlanText(comparePlan(planned, root), terminal.errScreen));
  const sides = [planned.a, planned.b].map(({ run }) => ({ ...runTitle(run.open.plan), prompt: planned.id }));
  const teller = tellProgress(terminal, sides, { isPair: true });
  const tell = eventsTo(world, teller);
  const started = startComparison(planned, {
    ...{ stop, signal },
    onEvent: (event, at) => {
      if (event.event !== 'run_resumed') tell(event, at);
      if (event.event !== 'case_decided' || stop.aborted) return;
      const pairs = started.progress().find((one) => one.case === event.result.name);
      if (pairs) teller.settle(pairs);
    },
  });
  const keptOf = (replies: number) => ({ replies, batches: 0, resume: resumeCommandOf(planned, flags) });
  interrupt.onLeave(() => {
    teller.end();
    terminal.err(keptText(keptOf(started.leave()), terminal.errScreen));
    planned.close();
  });
  const outcome = await started.outcome;
  teller.end();
  if (outcome.ended === 'with_comparison') {
    const { comparison, results, rowPath } = outcome;
    const missing = comparison.state === 'unfinished' ? missingReplies(results, planned, world) : null;
    const source = results.length > 0 ? () => sourceOf(comparison, root) : null;
    return showComparison(comparison, { planned, rowPath, missing, source }, world);
  }
  if (outcome.ended === 'interrupted') {
    const known = { ...teller.standing(0), id: planned.id, isAttempt: outcome.isAttempt };
    terminal.err(interruptedRuns([known], keptOf(outcome.replies), terminal.errScreen));
    return interrupt.exitCode() ?? 130;
  }
  exitWithError(outcome.error, io);
  if (outcome.replies !== null) terminal.err(keptText(keptOf(outcome.replies), terminal.errScreen));
  return exitCodeOfError(outcome.error);
}

/** Prints a comparison that has finished before. Throws EVA_USAGE without one: to show answers asks no model. */
function showKnown(planned: AskedComparison, world: CompareWorld): Promise<number> {
  const comparison = latestComparison(planned);
  if (!comparison)
    throw evaError(
      'EVA_USAGE:compare_no_items',
      'no finished comparison of these versions is stored here, and --items asks no model',
      { hint: `compare them first: ${short(commandOf(planned, world.flags))}` },
    );
  const rowPath = compareRowPath(world.root, comparison.b.run_id);
  const source = () => sourceOf(comparison, world.root);
  return showComparison(comparison, { planned, rowPath, missing: null, source }, world);
}

/** Decides two stored runs, and prints the result. Asks no model, and writes no row. */
export function showStored(planned: StoredComparison, world: CompareWorld): Promise<number> {
  const comparison = compareStoredRuns(planned, new Date());
  const source = () => ({ cases: planned.cases, bodies: { a: planned.a.body, b: planned.b.body } });
  return showComparison(comparison, { planned, rowPath: null, missing: null, source }, world);
}

/** Returns the pairs of both runs with their texts. */
function sourceOf({ a, b, cases }: Comparison, root: string): PairSource {
  const folderOf = (run_id: string) => ({ dir: runDirOf(root, run_id), plan: readRun(root, run_id).plan });
  return pairsOfRuns(folderOf(a.run_id), folderOf(b.run_id), { cases });
}

/**
 * Returns why replies of both runs are missing, the most frequent reason first, and the command that gets them. The budget is one reason, although
 * the price of the next call differs.
 */
function missingReplies(
  results: readonly RunResult[],
  planned: AskedComparison,
  { flags }: CompareWorld,
): MissingOfSides {
  const cases = results.flatMap((result) => result.cases);
  const missing = cases.flatMap(({ trials }) => trials.flatMap((one) => (one.outcome === 'missing' ? [one] : [])));
  const groups = [...groupBy(missing, ({ why, reason }) => (why === 'budget' ? why : reason)).values()];
  const reasons = groups.sort((one, other) => other.length - one.length).flatMap(([first]) => first?.reason ?? []);
  const { root, plan, config } = planned.b.run.open;
  const [{ run_id, compare } = { run_id: '', compare: undefined }] = results;
  const { needs, command } = commandForMissing(
    { cases },
    { ask: commandOf(planned, flags), resume: resumeCommandOf(planned, flags) },
    {
      ...{ manner: plan.manner, budget: config.budget },
      ...(compare && { toFinish: () => callsToFinish(root, { run_id, plan: { ...plan, compare } }) }),
    },
  );
  const how = needs === 'recordings' ? 'asks the models for what the recordings lack' : 'asks for the missing replies';
  return { reasons, next: { command, how } };
}

/** How a comparison ended, besides its result. */
interface ComparisonEnding {
  readonly planned: PlannedComparison;
  readonly rowPath: string | null;
  /** null if no reply is missing. */
  readonly missing: MissingOfSides | null;
  /** Returns the pairs with their texts; null without any. */
  readonly source: (() => PairSource) | null;
}

/** Prints a comparison, and with `--items` both answers of the pairs that changed. Writes its reports. Returns the exit code. */
async function showComparison(
  comparison: Comparison,
  { planned, rowPath, missing, source }: ComparisonEnding,
  { root, terminal, reports, flags }: CompareWorld,
): Promise<number> {
  const { full = false, items: word } = flags;
  const none = { total: 0, read: async function* () {} };
  const items = word === undefined ? null : { word, ...(source ? choosePairs(source(), word) : none) };
  const context = {
    ...{ rowPath, command: commandOf(planned, flags), missing, full, hasItems: word !== undefined },
    runName: (runId: string) => shortRunName(root, runId),
  };
  if (reports.output === 'pretty') {
    for await (const piece of comparisonPieces(comparison, { context, items }, terminal)) terminal.out(piece);
  }
  const next = missing ? [{ name: 'resume', command: text(missing.next.command) } as const] : [];
  const of = async () => ({
    ...(await compareReport({ comparison, source: source ? source() : null, rowPath, next })),
    told: { context, items },
  });
  return reports.write(() => ({ ids: [comparison.id], of }), exitCodeOfComparison(comparison));
}
