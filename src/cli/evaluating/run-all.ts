import { groupBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import { evaError, problem } from '#model/problem.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { listed, short } from '#model/text/quoted.js';
import { fewTrialsNote } from '#report/plan/outlook-table.js';
import { renderProblems } from '#report/problems.js';
import { prettyAmongSeveral, prettyView } from '#report/run/pretty.js';
import { type RunOfSeveral, resultOfSeveral, severalRuns } from '#report/run/several.js';
import type { Resumable } from '#report/stored/continuation.js';
import type { RunToReport } from '#report/stored/stored-report.js';
import { callsModels, type KeylessError } from '#run/replies/liveness.js';
import { envFileText, replayText, setKeyText, unsetText } from '#run/replies/missing-key.js';
import { type PlannedRun, warningsOf } from '#run/session/run-options.js';
import { shortRunName } from '#store/run/run-names.js';
import type { CommandPlace } from '../open-command.js';
import { askYesNo, canAsk } from '../output/terminal.js';
import type { OpenReports } from '../reporting/write-reports.js';
import type { EvalFlags } from './eval-options.js';
import { evaluate } from './evaluate.js';
import { type Interrupt, listenForInterrupt } from './interrupt.js';
import { runTitle, tellProgress } from './progress.js';
import type { Selection } from './select-prompts.js';
import { type ResultShow, runToReport, showNothing, showResults, sourceOf, totalsOfPrompts } from './show-results.js';

/** Called with each run after its result is printed. */
export type AfterResult = (run: { readonly plan: RunPlan; readonly result: RunResult }) => Promise<void>;

/** Takes a planned run with its complete plan and its result. */
export type OnResult = (planned: PlannedRun, ended: { readonly plan: RunPlan; readonly result: RunResult }) => void;

/** How the runs of a command are made, one after another or together. */
export interface RunsOptions {
  /** The flags that the resume command must repeat. */
  readonly flags: Resumable;
  readonly reports: OpenReports;
  readonly afterResult?: AfterResult | undefined;
  readonly onResult?: OnResult | undefined;
  /** The signals of a command that makes runs again and again; it releases them itself. Default: those that this call listens for. */
  readonly interrupt?: Interrupt | undefined;
}

interface RunAllOptions extends RunsOptions {
  /** True to print before each run how many criteria have too few trials. */
  readonly foretell: boolean;
  /** True to report a list even for one run. */
  readonly isList?: boolean;
}

/**
 * Prints the warnings of runs, and makes the runs one after another. Numbers several runs, and prints a summary at the end. Returns the
 * worst of their exit codes, or that of a signal.
 */
export async function runAll(
  runs: readonly PlannedRun[],
  { flags, reports, foretell, isList = false, afterResult, onResult, interrupt: given }: RunAllOptions,
  { terminal, io }: CommandPlace,
): Promise<number> {
  terminal.err(renderProblems(warningsOf(runs), terminal.errScreen));
  const isSeveral = runs.length > 1;
  const root = runs[0]?.open.root;
  const isPretty = reports.output === 'pretty';
  const nameOf = (runId: string) => (isSeveral && root !== undefined ? shortRunName(root, runId) : null);
  const render = isSeveral ? prettyAmongSeveral : prettyView;
  const results = isPretty ? showResults(terminal, render, { nameOf, root: flags.root }) : showNothing;
  await reports.load();
  const interrupt = given ?? listenForInterrupt(io);
  const teller = tellProgress(
    terminal,
    runs.map(({ open }) => runTitle(open.plan)),
  );
  const ended: Ended[] = [];
  const reported: RunToReport[] = [];
  const keyless = new Map<string, KeylessError>();
  try {
    for (const run of runs) {
      if (interrupt.stop.aborted) break;
      const note = foretell && isPretty ? fewTrialsNote(run.open.plan, terminal.errScreen) : '';
      await teller.pause(() => terminal.err(note));
      const { kept, show } = keeping(results, isSeveral, async (ended) => {
        onResult?.(run, ended);
        if (isPretty) await afterResult?.(ended);
      });
      const onEnd = (ended: RunToReport) => reported.push(ended);
      const onKeyless = isSeveral ? (error: KeylessError) => keyless.set(run.open.prompt.id, error) : undefined;
      const own = { results: show, teller, at: ended.length, onKeyless, onEnd };
      const exitCode = await evaluate(run, { io, terminal, interrupt, flags, ...own });
      ended.push({ exitCode, ...kept(), ...(keyless.has(run.open.prompt.id) && { isUncalled: true }) });
    }
  } finally {
    teller.end();
    if (!given) interrupt.release();
  }
  if (interrupt.isOutdated?.()) return 0;
  if (isSeveral && keyless.size > 0) terminal.err(renderProblems(onceForPrompts(keyless), terminal.errScreen));
  const exitCode = interrupt.exitCode() ?? Math.max(...ended.map((one) => one.exitCode));
  if (isSeveral) {
    const rows = runs.map(({ open }, i) => ({ id: open.prompt.id, ...(ended[i] ?? { exitCode: null, result: null }) }));
    // standard output has a report, so the table goes to standard error
    if (isPretty) terminal.out(severalRuns(rows, exitCode, terminal));
    else terminal.err(severalRuns(rows, exitCode, terminal.errScreen));
  }
  return reports.write(() => {
    const notBegun = runs.slice(reported.length).map((run) => runToReport(run, null, null, 3));
    return sourceOf({
      root: root ?? '',
      rootFlag: flags.root,
      arrangement: isSeveral || isList ? 'list' : 'run',
      group: null,
      exitCode,
      runs: [...reported, ...notBegun],
    });
  }, exitCode);
}

type Kept = Pick<RunOfSeveral, 'result' | 'resume' | 'isUncalled'>;

type Ended = Kept & { readonly exitCode: number };

/** Wraps a `ResultShow` to keep the fields of each result that the table needs, and to call `afterResult`. */
function keeping(
  results: ResultShow,
  isSeveral: boolean,
  afterResult: AfterResult | undefined,
): { kept: () => Kept; show: ResultShow } {
  let kept: Kept = { result: null };
  const show: ResultShow = async (plan, result, context) => {
    if (isSeveral) kept = { result: resultOfSeveral(result), resume: context.continuation?.command ?? null };
    await results(plan, result, context);
    await afterResult?.({ plan, result });
  };
  return { kept: () => kept, show };
}

/** Returns the problems of prompts without a key (EVA_NO_KEY), once for each variable. One prompt alone keeps its own. */
function onceForPrompts(errors: ReadonlyMap<string, KeylessError>): readonly Problem[] {
  const [only] = errors.values();
  if (only && errors.size === 1) return only.problems;
  const all = [...errors].flatMap(([id, { keys }]) => keys.map((key) => ({ id, key })));
  return [...groupBy(all, ({ key }) => key.variable)].flatMap(([, own]) => {
    const [first] = own;
    if (!first) return [];
    const env_file = own.map(({ key }) => key.env_file).find((file) => file !== null) ?? null;
    const hasRecordings = own.every(({ key }) => key.hasRecordings);
    const { key } = first;
    const ids = [...new Set(own.map(({ id }) => short(id)))];
    return [
      problem(
        'EVA_NO_KEY:prompts',
        `eva called no model for ${listed(ids)}: there is no key for ${short(key.provider)} (${unsetText(key)})`,
        { hint: `${setKeyText(key)}${replayText({ hasRecordings })}${envFileText(env_file)}` },
      ),
    ];
  });
}

/**
 * Prints what the runs of prompts that the command line does not name may call and cost. Asks whether to make the runs if it names none
 * and a run would call a model. Returns true if they may begin. Throws EVA_USAGE if nobody can answer.
 */
export async function confirmRuns(
  runs: readonly PlannedRun[],
  { by }: Selection,
  options: EvalFlags,
  { terminal, io }: CommandPlace,
): Promise<boolean> {
  if (by === 'named') return true;
  const live = runs.filter(({ open: { plan, config } }) => !plan.manner.replay && callsModels(plan, config, io.env));
  terminal.err(totalsOfPrompts(runs, live, options, terminal.errScreen));
  if (by !== 'all' || options.yes || live.length === 0) return true;
  if (!canAsk(io))
    throw evaError(
      'EVA_USAGE:unconfirmed',
      `no prompt is named, and nobody can answer whether to evaluate all ${new Set(runs.map(({ open }) => open.prompt.id)).size}`,
      { hint: 'evaluate all with: eva eval --yes; or name some: eva eval ID' },
    );
  if (await askYesNo('Evaluate them?', io)) return true;
  terminal.err('nothing was run\n');
  return false;
}
