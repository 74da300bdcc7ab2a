import { groupBy } from '#model/data/collections.js';
import type { Comparison } from '#model/pairs/comparison.js';
import { evaError } from '#model/problem.js';
import type { RunResult } from '#model/run/run.js';
import { short } from '#model/text/quoted.js';
import { comparePlanText } from '#report/compare/compare-plan.js';
import {
  type ChosenItems,
  comparisonPieces,
  type MissingOfSides,
  type ToldComparison,
} from '#report/compare/compare-text.js';
import { interruptedRuns, type Kept, keptText } from '#report/run/interrupted.js';
import {
  choosePairs,
  compareReport,
  type PairSource,
  pairsOfRuns,
  type SideFolder,
} from '#report/stored/compare-report.js';
import { larger, whysOf } from '#report/stored/continuation.js';
import { exitCodeOfComparison } from '#report/view/changed-pairs.js';
import { text } from '#report/view/text.js';
import type { Next } from '#report/view/view.js';
import { latestComparison } from '#run/compare/kept-run.js';
import type { AskedComparison, StoredComparison } from '#run/compare/planned-comparison.js';
import {
  type ComparisonControl,
  type ComparisonOutcome,
  type StartedComparison,
  startComparison,
} from '#run/compare/start-comparison.js';
import { compareStoredRuns } from '#run/compare/stored-pairs.js';
import { compareRowPath } from '#store/logs/compare-log.js';
import { runDirOf, shortRunName } from '#store/run/run-names.js';
import { readRun } from '#store/run/stored-runs.js';
import { type CommandTeller, runTitle, tellProgress } from '../evaluating/progress.js';
import { eventTeller, joiningStops } from '../evaluating/run-all.js';
import { exitCodeOfError } from '../evaluating/show-results.js';
import { exitWithError } from '../exit.js';
import { comparePlan } from './compare-forecast.js';
import { type CompareLine, type CompareWorld, commandOf, resumeCommandOf } from './compare-line.js';

/** Asks both sides what they have not answered yet, shows the progress, and prints the result. Returns the exit code. */
export async function runComparison(planned: AskedComparison, line: CompareLine, world: CompareWorld): Promise<number> {
  const { terminal, root, interrupt, reports } = world;
  const { stop, signal } = interrupt;
  if (line.flags.items && !line.flags.resume && !planned.same) return showKnown(planned, line, world);
  if (reports.output === 'pretty' && !planned.same)
    terminal.err(comparePlanText(comparePlan(planned, root), terminal.errScreen));
  const sides = [planned.a, planned.b].map(({ run }) => ({ ...runTitle(run.open.plan), prompt: planned.id }));
  const teller = tellProgress(terminal, sides, { isPair: true });
  const progress: { of?: StartedComparison } = {};
  const onEvent = eventsTo(teller, () => progress.of?.progress() ?? [], world);
  const started = startComparison(planned, { stop, signal, onEvent });
  progress.of = started;
  interrupt.onLeave(() => {
    teller.end();
    terminal.err(keptText(keptOf(started.leave(), line), terminal.errScreen));
    planned.close();
  });
  const outcome = await started.outcome;
  teller.end();
  return showOutcome(outcome, { planned, teller }, line, world);
}

/** Prints a comparison that has finished before. Throws EVA_USAGE without one: to show answers asks no model. */
function showKnown(planned: AskedComparison, line: CompareLine, world: CompareWorld): Promise<number> {
  const known = latestComparison(planned);
  if (!known)
    throw evaError(
      'EVA_USAGE:compare_no_items',
      'no finished comparison of these versions is stored here, and --items asks no model',
      { hint: `compare them first: ${short(commandOf(line))}` },
    );
  const { comparison } = known;
  const rowPath = compareRowPath(world.root, comparison.b.run_id);
  const source = () => sourceOf(comparison, world.root);
  return showComparison(comparison, { rowPath, missing: null, source }, line, world);
}

/** Returns a function that shows the events of both sides. Equal notices of both are shown once. A case is settled for both at once. */
function eventsTo(
  teller: CommandTeller,
  pairsSoFar: StartedComparison['progress'],
  { root, terminal, interrupt }: CompareWorld,
): ComparisonControl['onEvent'] {
  const told = new Set<string>();
  const once = (tell: (text: string) => void) => (text: string) => {
    if (told.has(text)) return;
    told.add(text);
    tell(text);
  };
  const [note, warn] = [once(teller.note), once(teller.warn)];
  const tell = (side: 'a' | 'b') => eventTeller({ ...teller.of(side === 'a' ? 0 : 1), note, warn }, root, terminal);
  const tellStop = joiningStops(tell('b'));
  return (event, side) => {
    if (event.event === 'run_stopping') tellStop(event);
    else tell(side ?? 'b')(event);
    if (event.event !== 'case_decided' || interrupt.stop.aborted) return;
    const pairs = pairsSoFar().find((one) => one.case === event.result.name);
    if (pairs) teller.settle(pairs);
  };
}

function keptOf(replies: number, line: CompareLine): Kept {
  return { replies, batches: 0, resume: resumeCommandOf(line) };
}

async function showOutcome(
  outcome: ComparisonOutcome,
  { planned, teller }: { readonly planned: AskedComparison; readonly teller: CommandTeller },
  line: CompareLine,
  world: CompareWorld,
): Promise<number> {
  const { root, terminal, io, interrupt } = world;
  switch (outcome.ended) {
    case 'with_comparison': {
      const { comparison, dirs, rowPath, resume } = outcome;
      const runs = () => [comparison.a, comparison.b].map(({ run_id }) => readRun(root, run_id).result);
      const missing = resume ? missingReplies(runs(), planned, line) : null;
      const source = dirs && (() => sourceOf(comparison, root));
      return showComparison(comparison, { rowPath, missing, source }, line, world);
    }
    case 'interrupted': {
      const known = { ...teller.of(0).standing(), id: line.id, isAttempt: outcome.isAttempt };
      terminal.err(interruptedRuns([known], keptOf(outcome.replies, line), terminal.errScreen));
      return interrupt.exitCode() ?? 130;
    }
    default:
      exitWithError(outcome.error, io);
      if (outcome.replies !== null) terminal.err(keptText(keptOf(outcome.replies, line), terminal.errScreen));
      return exitCodeOfError(outcome.error);
  }
}

/** Returns the pairs of both runs with their texts. */
function sourceOf(comparison: Comparison, root: string): PairSource {
  const [a, b] = [comparison.a, comparison.b].map(({ run_id }) => ({
    dir: runDirOf(root, run_id),
    plan: readRun(root, run_id).plan,
  })) as [SideFolder, SideFolder];
  return pairsOfRuns(a, b, comparison);
}

/** Returns why replies of both runs are missing, and the command that gets them. */
function missingReplies(
  results: readonly RunResult[],
  { a, b }: Pick<AskedComparison, 'a' | 'b'>,
  line: CompareLine,
): MissingOfSides {
  const both = { cases: results.flatMap(({ cases }) => cases) };
  return { reasons: reasonsIn(both), next: nextOf(both, { a, b }, line) };
}

/** Lists the reasons, the most frequent one first. The budget is one reason, although the price of the next call differs. */
function reasonsIn({ cases }: Pick<RunResult, 'cases'>): readonly string[] {
  const missing = cases.flatMap(({ trials }) => trials.flatMap((one) => (one.outcome === 'missing' ? [one] : [])));
  const groups = [...groupBy(missing, ({ why, reason }) => (why === 'budget' ? why : reason)).values()];
  return groups.sort((one, other) => other.length - one.length).flatMap(([first]) => first?.reason ?? []);
}

function nextOf(
  both: Pick<RunResult, 'cases'>,
  { a, b }: Pick<AskedComparison, 'a' | 'b'>,
  line: CompareLine,
): MissingOfSides['next'] {
  const whys = whysOf(both);
  const { plan, config } = b.run.open;
  if (plan.manner.replay && whys.has('no_recording')) {
    return { command: commandOf(line), how: 'asks the models for what the recordings lack' };
  }
  const command = resumeCommandOf(line);
  if (whys.has('no_recording')) return { command, how: 'once the missing key is set' };
  if (!whys.has('budget')) return { command, how: 'asks for the missing replies' };
  const limits = larger(config.budget, both, plan.calls + a.run.open.plan.calls);
  return { command: [command, ...limits].join(' '), how: 'asks for the missing replies' };
}

/** How a comparison ended, besides its result. */
interface ComparisonEnding {
  readonly rowPath: string | null;
  /** null if no reply is missing. */
  readonly missing: MissingOfSides | null;
  /** Returns the pairs with their texts; null without any. */
  readonly source: (() => PairSource) | null;
}

/** Prints a comparison, and with `--items` both answers of the pairs that changed. Writes its reports. Returns the exit code. */
async function showComparison(
  comparison: Comparison,
  ending: ComparisonEnding,
  line: CompareLine,
  { root, terminal, reports }: CompareWorld,
): Promise<number> {
  const { rowPath, missing, source } = ending;
  const { full = false, items: word } = line.flags;
  const context = {
    rowPath,
    command: commandOf(line),
    missing,
    runName: (runId: string) => shortRunName(root, runId),
    full,
    hasItems: word !== undefined,
  };
  const told = { context, items: chosenItems(ending, line) };
  if (reports.output === 'pretty') {
    for await (const piece of comparisonPieces(comparison, told, terminal)) terminal.out(piece);
  }
  const of = async () => ({
    ...(await compareReport({ comparison, source: source ? source() : null, rowPath, next: nextOfShown(told) })),
    told,
  });
  return reports.write(() => ({ ids: [comparison.id], of }), exitCodeOfComparison(comparison));
}

function chosenItems({ source }: ComparisonEnding, { flags: { items: word } }: CompareLine): ChosenItems | null {
  if (word === undefined) return null;
  const { total, read } = source ? choosePairs(source(), word) : { total: 0, read: async function* () {} };
  return { word, total, read };
}

function nextOfShown({ context: { missing } }: ToldComparison): readonly Next[] {
  return missing ? [{ name: 'resume', command: text(missing.next.command) }] : [];
}

/** Decides two stored runs, and prints the result. Asks no model, and writes no row. */
export function showStored(planned: StoredComparison, line: CompareLine, world: CompareWorld): Promise<number> {
  const comparison = compareStoredRuns(planned, new Date());
  const bodies = { a: planned.a.plan.body, b: planned.b.plan.body };
  const source = () => ({ cases: planned.cases, bodies });
  return showComparison(comparison, { rowPath: null, missing: null, source }, line, world);
}
