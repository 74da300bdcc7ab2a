import { whyNotReady } from '#gate/real-gate.js';
import { groupBy, uniqueBy } from '#model/data/collections.js';
import { EvaError, evaError, type Problem, problem } from '#model/problem.js';
import { type SpentLimit, spentLimit } from '#model/reply/no-reply.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { listed, listNames, plural, short } from '#model/text/quoted.js';
import { fewTrialsNote } from '#report/plan/outlook-table.js';
import { renderProblems } from '#report/problems.js';
import { groupTable, loneColumns } from '#report/run/group-table.js';
import {
  interruptedPrompts,
  interruptedRuns,
  type Kept,
  type KnownSoFar,
  keptText,
  promptsLeftText,
} from '#report/run/interrupted.js';
import { prettyAmongSeveral, prettyView } from '#report/run/pretty.js';
import type { RunStandingFacts } from '#report/run/progress.js';
import { asksFor, type GoingOn, type RunOfSeveral, resultOfSeveral, severalRuns } from '#report/run/several.js';
import { outdatedText } from '#report/run/watch.js';
import {
  continuationOf,
  exitCodeOfRun,
  largerLimits,
  limitsIn,
  mergeCommandOf,
  placeFlags,
  type Resumable,
  resumeCommand,
} from '#report/stored/continuation.js';
import type { RunToReport } from '#report/stored/stored-report.js';
import { visible } from '#report/text/visible.js';
import { type GroupColumn, groupColumn, openColumn } from '#report/view/run-group.js';
import { versionsOfRun } from '#run/attempts/next-attempt.js';
import { callsModels, KeylessError } from '#run/replies/liveness.js';
import { envFileText, replayText, setKeyText, unsetText } from '#run/replies/missing-key.js';
import { callsToFinish } from '#run/resume/calls-to-finish.js';
import type { KeptReplies, RunOutcome } from '#run/session/finish-run.js';
import { type PlannedRun, warningsOf } from '#run/session/run-options.js';
import { type EndedRun, isGroup, type PoolControl, startPool } from '#run/session/run-pool.js';
import { runShortener } from '#store/run/run-names.js';
import { readRunAt } from '#store/run/stored-runs.js';
import { exitWithError } from '../exit.js';
import type { CommandPlace } from '../open-command.js';
import { askYesNo, canAsk } from '../output/terminal.js';
import type { OpenReports } from '../reporting/write-reports.js';
import type { EvalFlags } from './eval-options.js';
import { type Interrupt, listenForInterrupt } from './interrupt.js';
import { type CommandTeller, eventsTo, runTitle, tellProgress } from './progress.js';
import type { Selection } from './select-prompts.js';
import {
  costOfRuns,
  exitCodeOfError,
  naming,
  runToReport,
  showResults,
  sourceOf,
  totalsOfPrompts,
  totalsOfRuns,
  usedUp,
} from './show-results.js';

/** Called with each run after its result is printed. */
export type AfterResult = (run: { readonly plan: RunPlan; readonly result: RunResult }) => Promise<void>;

/** Takes a planned run with its complete plan and its result. */
export type OnResult = (planned: PlannedRun, ended: { readonly plan: RunPlan; readonly result: RunResult }) => void;

/** How the runs of a command are shown. */
export interface RunsOptions {
  /** The flags that the resume command must repeat. */
  readonly flags: Resumable;
  readonly reports: OpenReports;
  /** True to print before the runs how many criteria have too few trials. */
  readonly foretell: boolean;
  /** True to report a list even for one run. */
  readonly isList?: boolean;
  /** Whether eva notes the group of the runs for `--resume`, or has noted it. Default: it does not. */
  readonly group?: PoolControl['group'];
  /** The group that goes on, and its runs that had ended before. */
  readonly earlier?: {
    readonly runs: readonly { readonly id: string; readonly variant?: string }[];
    readonly ended: readonly { readonly id: string; readonly run_id: string }[];
    readonly changed: readonly string[];
  };
  readonly afterResult?: AfterResult | undefined;
  readonly onResult?: OnResult | undefined;
  /** The signals of a command that makes runs again and again; it releases them itself. Default: those that this call listens for. */
  readonly interrupt?: Interrupt | undefined;
}

/**
 * Prints the warnings of runs, makes them from one pool of calls, and prints their results in their order: side by side if one is of a variant, else
 * one below the other with a summary. Returns the worst of their exit codes, or that of a signal.
 */
export async function runAll(
  runs: readonly PlannedRun[],
  { foretell, interrupt: given, ...options }: RunsOptions,
  place: CommandPlace,
): Promise<number> {
  const { terminal, io } = place;
  terminal.err(renderProblems(warningsOf(runs), terminal.errScreen));
  const shown = new ShownRuns(runs, options, place);
  shown.foretell(foretell);
  await options.reports.load();
  const interrupt = given ?? listenForInterrupt(io);
  try {
    await shown.make(interrupt);
  } finally {
    if (!given) interrupt.release();
  }
  return interrupt.isOutdated?.() ? 0 : shown.conclude(interrupt.exitCode());
}

/** One ended run of a command: its exit code alone, null if it did not begin, and the command that gets its missing replies. */
interface Ended extends RunOfSeveral {
  readonly column: GroupColumn;
  readonly reported: RunToReport;
  /** The limits that refused calls; absent unless a larger budget is needed. */
  readonly spent?: readonly SpentLimit[];
  /** The error that ended it, and what is stored; absent if none did. */
  readonly failure?: { readonly error: unknown; readonly kept: Kept | null };
  /** Set for a run that a signal ended. */
  readonly interrupted?: KnownSoFar & { readonly kept: Kept };
}

/** What commands that are printed say of runs and places. */
interface CommandWords {
  readonly flags: Resumable;
  readonly shorten: (runId: string) => string;
}

class ShownRuns {
  readonly #runs: readonly PlannedRun[];
  readonly #options: Omit<RunsOptions, 'foretell' | 'interrupt'>;
  readonly #place: CommandPlace;
  readonly #isSeveral: boolean;
  readonly #isSideBySide: boolean;
  readonly #isPretty: boolean;
  readonly #ended: Ended[] = [];
  readonly #words: CommandWords;
  #group: string | null = null;
  /** The results that are printed beside the table of a group. */
  readonly #results = new Map<PlannedRun, { readonly plan: RunPlan; readonly result: RunResult }>();

  constructor(runs: readonly PlannedRun[], options: Omit<RunsOptions, 'foretell' | 'interrupt'>, place: CommandPlace) {
    this.#runs = runs;
    this.#options = options;
    this.#words = { flags: options.flags, shorten: runShortener(place.root) };
    this.#place = place;
    this.#isSeveral = runs.length > 1 || (options.earlier?.ended.length ?? 0) > 0;
    this.#isSideBySide = isGroup(runs);
    this.#isPretty = options.reports.output === 'pretty';
  }

  /** Prints what the runs may call and cost; `fewTrials`: also which have too few trials. */
  foretell(fewTrials: boolean): void {
    const { terminal } = this.#place;
    const { root } = this.#options.flags;
    const placed = placeFlags(root === undefined ? {} : { root });
    if (this.#runs.every(({ decided }) => decided)) return; // a merge calls nobody
    if (this.#isSideBySide && !this.#options.isList) terminal.err(totalsOfRuns(this.#runs, terminal.errScreen));
    else if (fewTrials && this.#isPretty)
      for (const { open } of this.#runs) terminal.err(fewTrialsNote(open.plan, terminal.errScreen, placed));
  }

  /** Makes the runs, and prints each result in its turn. */
  async make(interrupt: Interrupt): Promise<void> {
    const { terminal } = this.#place;
    const { stop, signal } = interrupt;
    const titles = this.#runs.map(({ open }) => runTitle(open.plan));
    const teller = tellProgress(terminal, titles, { inFlight: () => started.inFlight() });
    const tell = eventsTo(this.#place, teller, () => (interrupt.isOutdated?.() ? outdatedText : null));
    const { group, earlier } = this.#options;
    if (earlier && this.#isOfPrompts()) {
      const ended = earlier.ended.map(({ id }) => ({ id, state: 'done' as const }));
      const open = this.#runs.map(({ open, run_id }) => ({
        id: open.prompt.id,
        state: run_id === undefined ? ('not_begun' as const) : ('under_way' as const),
      }));
      teller.note(`resuming the last command: ${promptsLeftText([...ended, ...open])}`);
    }
    const started = startPool(this.#runs, {
      ...{ stop, signal, ...(group && { group }) },
      onEvent: (event, at) => {
        if (event.event !== 'run_resumed' || !this.#isOfPrompts()) tell(event, at);
      },
      onRunEnd: ({ ended }, at) => teller.endRun(at, ended === 'with_result'),
      onTurn: async (run) => {
        const end = endOf(run, this.#words, teller.standing(run.at));
        this.#ended.push(end);
        if (run.outcome?.ended === 'with_result') await this.#take(run, run.outcome, { end, teller });
      },
    });
    this.#group = started.group;
    interrupt.onLeave(() => {
      teller.end();
      const kept = started.leave().map((one) => keptOf(one.kept, one.planned, this.#words));
      if (kept[0]) terminal.err(keptText(this.#keptOfAll(kept), terminal.errScreen));
    });
    await started.done.finally(() => teller.end());
  }

  /** Prints the summary and writes the reports. `signalCode`: the exit code of the signal that ended the runs. */
  async conclude(signalCode: number | null): Promise<number> {
    const { terminal, root } = this.#place;
    const { reports, flags } = this.#options;
    this.#printInterrupted();
    this.#printErrors();
    const ended = this.#allEnded();
    // a run that did not begin lacks its replies
    const exitCode = signalCode ?? Math.max(...ended.map((end) => end.exitCode ?? 3));
    const group = this.#isSideBySide ? this.#group : null;
    if (this.#isSideBySide) await this.#printTable(ended, exitCode);
    else if (this.#isSeveral) {
      // standard output may have a report, then the table goes to standard error
      const [print, screen] = this.#isPretty ? [terminal.out, terminal] : [terminal.err, terminal.errScreen];
      const notBegun = this.#runs.filter((_run, at) => this.#ended[at]?.exitCode === null);
      const changed = this.#options.earlier?.changed ?? [];
      if (changed.length > 0)
        terminal.err(`the results of ${listNames(changed)} are of files that have changed or gone since\n`);
      for (const why of usedUp(notBegun)) terminal.err(`${why}: ${plural(notBegun.length, 'prompt')} not begun\n`);
      print(severalRuns(ended, exitCode, screen, this.#next()));
    }
    return reports.write(() => {
      const arrangement = this.#isSideBySide ? 'group' : this.#isSeveral || this.#options.isList ? 'list' : 'run';
      const reported = ended.map((end) => end.reported);
      return sourceOf({ root, place: flags, arrangement, group, exitCode, runs: reported });
    }, exitCode);
  }

  /** Keeps of a result what the end of the command shows; prints it, unless it is shown side by side with others. */
  async #take(
    { planned }: EndedRun,
    outcome: WithResult,
    { end, teller }: { readonly end: Ended; readonly teller: CommandTeller },
  ): Promise<void> {
    const { flags, afterResult, onResult } = this.#options;
    const { terminal } = this.#place;
    const { plan, result, rowPath, isUnrecorded } = outcome;
    const { root, prompt, config } = planned.open;
    onResult?.(planned, outcome);
    if (this.#isSideBySide) {
      if (afterResult || !result.all_passed) this.#results.set(planned, outcome);
      return;
    }
    if (!this.#isPretty) return;
    const { shorten } = this.#words;
    const nameOf = (runId: string) => (this.#isSeveral ? shorten(runId) : null);
    const show = showResults(terminal, this.#isSeveral ? prettyAmongSeveral : prettyView, { nameOf, flags });
    const run = nameInCommand(outcome.kept, shorten);
    const ending = {
      ...{ exitCode: end.exitCode ?? 0, rowPath, isUnrecorded },
      continuation: this.#isNoted() // the end of the command says how to go on, when all have spent what they spend
        ? null
        : continuationOf(plan, result, {
            ...{ budget: config.budget, flags, run },
            toFinish: () => callsToFinish(root, { run_id: result.run_id, plan }),
          }),
      versions: versionsOfRun(root, { plan, ts: result.ts }),
      notReady: whyNotReady(root, prompt, result),
      merge: mergeCommandOf(root, flags),
    };
    await teller.pause(async () => {
      await show(plan, result, ending);
      await afterResult?.(outcome);
    });
  }

  /** Returns the ends of all runs of the group in its order, also of those that had ended before this command. */
  #allEnded(): readonly Ended[] {
    const { earlier } = this.#options;
    if (!earlier) return this.#ended;
    const before = earlier.ended.map(({ run_id }): Ended => {
      const { plan, result } = readRunAt(this.#place.root, run_id);
      const exitCode = exitCodeOfRun(result, plan);
      const reported = { id: plan.id, variant: plan.variant?.variant ?? null, run_id, exitCode };
      const column = groupColumn(plan, result);
      return {
        ...{ id: runTitle(plan).name, prompt: plan.id, exitCode, reported, column },
        result: resultOfSeveral(result),
        resume: null,
      };
    });
    const placeOf = ({ reported: { id, variant } }: Ended) =>
      earlier.runs.findIndex((run) => run.id === id && (run.variant ?? null) === variant);
    return [...before, ...this.#ended].sort((end, other) => placeOf(end) - placeOf(other));
  }

  /** Returns how to go on with what is left of several runs: with their group, or with their prompt; null if nothing is left. */
  #next(): GoingOn | null {
    const left = this.#runs.flatMap((run, at) => {
      const end = this.#ended[at];
      return end && canGoOn(end) ? [{ run, end }] : [];
    });
    const [first] = left;
    if (!first) return null;
    const { flags } = this.#options;
    const { root, plan, config } = first.run.open;
    const notBegun = left.flatMap(({ run, end }) => (end.reported.run_id === null ? [run] : []));
    const isOfGroup = this.#isNoted() && (this.#isOfPrompts() || notBegun.length > 0);
    const resume = isOfGroup ? resumeCommand(null, flags) : left.find(({ end }) => end.resume != null)?.end.resume;
    if (resume == null) return null;
    const unbegun = usedUp(left.map(({ run }) => run)).flatMap((why) => spentLimit(why) ?? []);
    const spent = [...left.flatMap(({ end }) => end.spent ?? []), ...(notBegun.length > 0 ? unbegun : [])];
    const needsBudget = spent.length > 0 || left.some(({ end }) => end.spent);
    const group = this.#group === null ? {} : { variant: { ...plan.variant, group: this.#group } };
    const member = { run_id: first.end.reported.run_id ?? '', plan: { ...plan, ...group } };
    const toFinish = () => ({
      ...callsToFinish(
        root,
        member,
        isOfGroup ? 'group' : 'prompt',
        notBegun.map(({ open }) => open.plan),
      ),
      ...(notBegun.length > 0 && { usd: costOfRuns(notBegun).at_most_usd }),
    });
    const limits = needsBudget ? largerLimits(spent, { budget: config.budget, toFinish }, plan.manner.shard?.of) : [];
    return { command: [resume, ...limits].join(' '), what: asksFor(left.map(({ end }) => end)) };
  }

  /** Returns true if the runs are a group that `--resume` finds without a name. */
  #isNoted(): boolean {
    return this.#options.group !== undefined && this.#isSeveral && !this.#runs[0]?.open.plan.manner.replay;
  }

  /** Returns true if the command is about several prompts. */
  #isOfPrompts(): boolean {
    const ended = this.#options.earlier?.ended ?? [];
    return new Set([...this.#runs.map(({ open }) => open.prompt.id), ...ended.map(({ id }) => id)]).size > 1;
  }

  /** Adds what is stored of runs, with the command that resumes all of them. */
  #keptOfAll(kept: readonly Kept[]): Kept {
    const sum = (of: 'replies' | 'batches') => kept.reduce((all, one) => all + one[of], 0);
    const resume =
      this.#isNoted() && this.#isOfPrompts() ? resumeCommand(null, this.#options.flags) : (kept[0]?.resume ?? '');
    return { replies: sum('replies'), batches: sum('batches'), resume };
  }

  /** Prints how far the runs came that a signal ended, and once the command that goes on. */
  #printInterrupted(): void {
    const { terminal } = this.#place;
    const interrupted = this.#ended.flatMap((end) => end.interrupted ?? []);
    if (interrupted.length === 0) return;
    const kept = this.#keptOfAll(interrupted.map((one) => one.kept));
    if (this.#isSideBySide || !this.#isSeveral) {
      terminal.err(interruptedRuns(interrupted, kept, terminal.errScreen));
      return;
    }
    const isAttempt = interrupted.some((one) => one.isAttempt);
    const runs = this.#allEnded().map(({ id, prompt = id, interrupted, exitCode }) => ({
      id: prompt,
      state: interrupted ? ('under_way' as const) : exitCode === null ? ('not_begun' as const) : ('done' as const),
    }));
    terminal.err(interruptedPrompts(runs, { ...kept, isAttempt }, terminal.errScreen));
  }

  /** Prints the errors that ended runs: equal problems once, since several runs often fail for the same reason. */
  #printErrors(): void {
    const { io, terminal } = this.#place;
    const failures = this.#ended.flatMap(({ failure }) => failure ?? []);
    const keyless = new Map(
      this.#ended.flatMap((end) => (isKeyless(end) ? [[end.id, end.failure.error] as const] : [])),
    );
    const errors = failures.map(({ error }) => error).filter((error) => !this.#isSeveral || !isOfKey(error));
    const problems = errors.flatMap((error) => (error instanceof EvaError ? error.problems : []));
    for (const error of errors) if (!(error instanceof EvaError)) exitWithError(error, io);
    if (problems.length > 0)
      exitWithError(
        new EvaError(uniqueBy(problems, ({ code, message, at }) => JSON.stringify([code, message, at]))),
        io,
      );
    if (this.#isSeveral && keyless.size > 0) terminal.err(renderProblems(onceForPrompts(keyless), terminal.errScreen));
    const kept = failures.flatMap((failure) => failure.kept ?? []);
    if (kept[0] && !this.#isSideBySide) terminal.err(keptText(this.#keptOfAll(kept), terminal.errScreen));
  }

  /** Prints the runs side by side, those that are one line of the table with their replies if they did not pass. */
  async #printTable(ended: readonly Ended[], exitCode: number): Promise<void> {
    const { terminal } = this.#place;
    const { flags, afterResult } = this.#options;
    const columns = ended.map(({ column }) => column);
    const isSaid = this.#ended.some(({ interrupted }) => interrupted && isAnyKept(interrupted.kept));
    const resume = isSaid ? null : (this.#next()?.command ?? null);
    const report = naming('eva report --group', null, flags);
    const end = { exitCode, resume, report, flags: placeFlags(flags) };
    const table = groupTable(columns, end, this.#isPretty ? terminal : terminal.errScreen);
    if (!this.#isPretty) {
      terminal.err(table);
      return;
    }
    const lone = new Set(loneColumns(columns).map(({ id }) => id));
    for (const { plan, result } of this.#results.values()) {
      if (!lone.has(plan.id) || result.all_passed) continue;
      const name = this.#words.shorten(result.run_id);
      const show = showResults(terminal, prettyAmongSeveral, { nameOf: () => name, flags });
      await show(plan, result, { exitCode: exitCodeOfRun(result, plan), rowPath: null });
    }
    terminal.out(table);
    for (const ended of afterResult ? this.#results.values() : []) {
      terminal.out(`\n ${terminal.paint.bold(visible(runTitle(ended.plan).name))}\n`);
      await afterResult?.(ended);
    }
  }
}

type WithResult = Extract<RunOutcome, { readonly ended: 'with_result' }>;

function endOf({ planned, outcome, runId }: EndedRun, words: CommandWords, standing: RunStandingFacts): Ended {
  const { open } = planned;
  const id = runTitle(open.plan).name;
  const settled = new Map(standing.settled.map((one) => [one.name, one.outcome]));
  const ended = (exitCode: number | null) => ({
    ...{
      id,
      prompt: open.plan.id,
      exitCode,
      result: null,
      reported: runToReport(planned, outcome, runId, exitCode ?? 3),
    },
    column: openColumn(open.plan, settled),
  });
  if (outcome === null) return { ...ended(null), resume: null };
  if (outcome.ended === 'with_error') {
    const kept = outcome.kept && keptOf(outcome.kept, planned, words);
    const isUncalled = isOfKey(outcome.error) && !kept;
    const end = { ...ended(exitCodeOfError(outcome.error)), resume: kept && isAnyKept(kept) ? kept.resume : null };
    return { ...end, failure: { error: outcome.error, kept }, ...(isUncalled && { isUncalled }) };
  }
  const kept = keptOf(outcome.kept, planned, words);
  const unsaved = outcome.unsaved && { failure: { error: outcome.unsaved.error, kept } };
  if (outcome.ended === 'interrupted') {
    const interrupted = { ...standing, id, isAttempt: outcome.isAttempt, kept };
    return { ...ended(130), resume: kept.resume, interrupted, ...unsaved };
  }
  const { plan, result } = outcome;
  const run = nameInCommand(outcome.kept, words.shorten);
  const continuation = continuationOf(plan, result, { budget: open.config.budget, flags: words.flags, run });
  return {
    ...ended(outcome.unsaved ? exitCodeOfError(outcome.unsaved.error) : exitCodeOfRun(result, plan)),
    ...{ column: groupColumn(plan, result), result: resultOfSeveral(result), resume: continuation?.command ?? null },
    ...(continuation?.needs === 'budget' && { spent: limitsIn(result) }),
    ...unsaved,
  };
}

function isAnyKept({ replies, batches }: Kept): boolean {
  return replies + batches > 0;
}

/** Returns true for a run that a resume of its group asks what it lacks, or begins: also one that had no key. */
function canGoOn({ exitCode, resume, failure }: Ended): boolean {
  return exitCode === null || resume != null || (failure !== undefined && exitCode === 3);
}

function keptOf({ resume, ...kept }: KeptReplies, { open }: PlannedRun, { flags, shorten }: CommandWords): Kept {
  return { ...kept, resume: resumeCommand(open.prompt.id, flags, nameInCommand({ resume }, shorten)) };
}

/** Returns the name of a run that `--resume` does not find without one. */
function nameInCommand(
  { resume: { runId } }: Pick<KeptReplies, 'resume'>,
  shorten: CommandWords['shorten'],
): string | undefined {
  return runId === undefined ? undefined : shorten(runId);
}

/** Returns true for the error of a run that lacks keys, and nothing else. */
function isOfKey(error: unknown): error is KeylessError {
  return error instanceof KeylessError && error.problems.every(({ code }) => code === 'EVA_NO_KEY');
}

function isKeyless(end: Ended): end is Ended & { readonly failure: { readonly error: KeylessError } } {
  return end.isUncalled === true;
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
  // what a shard asks is said already
  if (!runs.some(({ open }) => open.plan.manner.shard))
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
