import { basename } from 'node:path';
import { uniqueBy } from '#model/data/collections.js';
import { EvaError } from '#model/problem.js';
import { renderProblems } from '#report/problems.js';
import { type ChangedPrompt, changedText, sameRunText, spentText, watchingText } from '#report/run/watch.js';
import { whysOf } from '#report/stored/continuation.js';
import { withOnePriceBlock } from '#run/plan/cost.js';
import type { PlannedRun, RunOptions } from '#run/session/run-options.js';
import { sharedBudget } from '#run/session/run-pool.js';
import { shortRunName } from '#store/run/run-names.js';
import { type EvalFlags, runOptionsOf } from '../evaluating/eval-options.js';
import { graceMs, type Interrupt, listenForInterrupt } from '../evaluating/interrupt.js';
import { realClock } from '../evaluating/progress.js';
import { type AfterResult, confirmRuns, type OnResult, runAll } from '../evaluating/run-all.js';
import { noteLeftOut, type Selection, selectPrompts } from '../evaluating/select-prompts.js';
import { naming } from '../evaluating/show-results.js';
import type { CommandPlace } from '../open-command.js';
import type { Tracing } from '../reporting/trace-runs.js';
import type { OpenReports } from '../reporting/write-reports.js';
import { EarlierRounds, isSameVersion, type RoundComparison } from './earlier-rounds.js';
import { changedSince, type FileStates, nextChange, WatchedLibrary, type WatchedPrompt } from './watched-library.js';

/**
 * Runs `eva eval --watch [ids...]`: evaluates the prompts, and again those that a saved file changes, until a signal ends it. Returns the
 * exit code of the signal, 1 if the question was answered with no, 3 if the limits of the command line are spent, and 0 if nobody reads
 * its output any more.
 */
export async function watchCommand(ids: readonly string[], options: EvalFlags, place: WatchPlace): Promise<number> {
  const { terminal, io } = place;
  const select = () => selectPrompts(ids, options, place);
  const selection = select();
  noteLeftOut(selection, terminal);
  if (selection.problems.length > 0) throw new EvaError(selection.problems);
  const runOptions = {
    ...runOptionsOf(options, place),
    cache: options.cache ?? (options.replay ? undefined : true),
  };
  const library = new WatchedLibrary(runOptions, select);
  const interrupt = listenForInterrupt(io);
  try {
    return await new Watch({ ...place, library, interrupt, runOptions, flags: options }).run(selection);
  } finally {
    interrupt.release();
  }
}

/** The place of a watch, and what it prints and writes beside its results. */
interface WatchPlace extends CommandPlace {
  readonly traced: Tracing['traced'];
  /** Returns what prints more below each result of runs. */
  readonly below: (runs: readonly PlannedRun[]) => AfterResult | undefined;
  /** The reports that each round writes. */
  readonly reports: OpenReports;
}

interface WatchWorld extends WatchPlace {
  readonly library: WatchedLibrary;
  readonly interrupt: Interrupt;
  readonly runOptions: RunOptions;
  readonly flags: EvalFlags;
}

/** The rounds of a watch, one after another. */
class Watch {
  readonly #world: WatchWorld;
  readonly #rounds = new EarlierRounds();
  readonly #withBudget: ReturnType<typeof sharedBudget>;
  #isSpent = false;
  /** The prompts that a saved file kept from ending in the last round. */
  #left: readonly string[] = [];
  /** Aborted once the reader of the output has gone. */
  readonly #unread = new AbortController();

  constructor(world: WatchWorld) {
    this.#world = world;
    this.#withBudget = sharedBudget(world.runOptions);
    for (const stream of [world.io.stdout, world.io.stderr]) stream.once('error', () => this.#unread.abort());
  }

  async run(selection: Selection): Promise<number> {
    const { library, flags } = this.#world;
    const read = library.read(new Set(selection.ids));
    const runs = read.flatMap((prompt) => prompt.runs);
    this.#printProblems(read);
    if (runs.length > 0 && !(await confirmRuns(runs, selection, flags, this.#world))) return 1;
    await this.#evaluate(runs, true);
    for (let isNews = true; ; ) {
      const code = this.#exitCode();
      if (code !== null) return code;
      if (isNews) this.#printWatching();
      isNews = await this.#next();
    }
  }

  /** Returns the exit code of a watch that is over; null if it goes on. */
  #exitCode(): number | null {
    const { interrupt, terminal } = this.#world;
    const code = interrupt.exitCode();
    if (code !== null) return code;
    if (this.#isSpent) {
      terminal.err(spentText(terminal.errScreen));
      return 3;
    }
    return this.#unread.signal.aborted ? 0 : null;
  }

  /** Waits for saved files, and evaluates what they change. Returns true if anything was printed. */
  async #next(): Promise<boolean> {
    const { library, interrupt } = this.#world;
    const signal = AbortSignal.any([interrupt.stop, this.#unread.signal]);
    const saved = await nextChange(() => library.states(), { clock: realClock, signal });
    if (!saved) return false;
    const { runs, isNews } = this.#due([...saved.keys()]);
    await this.#evaluate(runs, false);
    return isNews;
  }

  /** Reads the prompts that saved files touch again, and those that they kept from ending. Prints what changed, and returns the runs to make. */
  #due(paths: readonly string[]): { readonly runs: readonly PlannedRun[]; readonly isNews: boolean } {
    const { library, terminal } = this.#world;
    const wasBroken = new Set(library.broken());
    const read = library.read(new Set([...library.touchedBy(paths), ...this.#left]));
    const compared = read.flatMap((prompt) =>
      prompt.runs.map((run): ComparedRun => ({ run, ...this.#rounds.compare(run) })),
    );
    const due = compared.filter(({ earlier }) => !earlier);
    const same = compared.filter(({ earlier, isLatest, run }) => {
      return earlier && (!isLatest || wasBroken.has(run.open.prompt.id));
    });
    const isBroken = read.some(({ problems }) => problems.length > 0) || library.problems().length > 0;
    if (due.length + same.length === 0 && !isBroken) return { runs: [], isNews: false };
    const changed = due.map(
      ({ run: { open }, changed: cases }): ChangedPrompt => ({
        ...{ id: open.prompt.id, changed: cases, cases: open.plan.cases.length },
      }),
    );
    const names = paths.map((path) => library.nameOf(path));
    terminal.err(changedText(names, changed, new Date(), terminal.errScreen));
    this.#printProblems(read);
    for (const sameRun of same) this.#printSame(sameRun);
    return { runs: due.map(({ run }) => run), isNews: true };
  }

  /** Makes runs until they end, or until a saved file changes what they evaluate. */
  async #evaluate(runs: readonly PlannedRun[], foretell: boolean): Promise<void> {
    if (runs.length === 0) return;
    const { flags, interrupt, runOptions, traced, below, reports } = this.#world;
    const round = beginRound(interrupt);
    const ended = new AbortController();
    void this.#outdateOnChange(runs, round, ended.signal);
    const onResult: OnResult = (run, { plan, result }) => {
      this.#rounds.take(run, { plan, result });
      if (runOptions.manner.budget && whysOf(result).has('budget')) this.#isSpent = true;
    };
    try {
      const options = { flags, reports, foretell, onResult, interrupt: round, afterResult: below(runs) };
      await runAll(traced(this.#withBudget(runs)), options, this.#world);
      const stopped = round.isOutdated?.() ? runs.filter((run) => !this.#rounds.compare(run).earlier) : [];
      this.#left = stopped.map(({ open }) => open.prompt.id);
    } finally {
      ended.abort();
      round.release();
    }
  }

  /** Stops a round once a saved file changes what one of its runs evaluates. */
  async #outdateOnChange(runs: readonly PlannedRun[], round: Round, signal: AbortSignal): Promise<void> {
    const { library } = this.#world;
    let known: FileStates = new Map();
    for (;;) {
      const saved = await nextChange(() => library.states(), { clock: realClock, signal, known });
      if (!saved) return;
      known = saved;
      // eva itself writes rubrics while it runs; those of a user are read when the round has ended
      const paths = [...saved.keys()].filter(
        (path) => basename(path) !== rubricsFile && saved.get(path)?.startsWith('[') !== true,
      );
      const { due } = library.look(library.touchedBy(paths));
      if (paths.length > 0 && due.some((prompt) => isOutdated(prompt, runs))) return round.outdate();
    }
  }

  #printProblems(read: readonly WatchedPrompt[]): void {
    const { library, terminal } = this.#world;
    const all = withOnePriceBlock([...library.problems(), ...read.flatMap(({ problems }) => problems)]);
    terminal.err(renderProblems(uniqueBy(all), terminal.errScreen));
  }

  /** Prints that a saved version was run before in this watch. */
  #printSame({ run, earlier }: ComparedRun): void {
    if (!earlier) return;
    const { terminal, flags, runOptions } = this.#world;
    this.#rounds.returnTo(run);
    const report = naming('eva report', shortRunName(runOptions.root, earlier.runId), flags);
    const known = { id: run.open.prompt.id, passed: earlier.passed, report };
    terminal.err(sameRunText(known, new Date(), terminal.errScreen));
  }

  /** Prints that eva waits, unless a file was saved already. */
  #printWatching(): void {
    const { library, terminal } = this.#world;
    if (changedSince(library.states()).size > 0) return;
    const watched = { ids: library.ids(), files: library.count(), broken: library.broken() };
    terminal.err(watchingText(watched, new Date(), terminal.errScreen));
  }
}

/** A planned run, compared with the earlier runs of the watch. */
interface ComparedRun extends RoundComparison {
  readonly run: PlannedRun;
}

const rubricsFile = 'rubrics.yml';

/** Returns true if files that were read again have problems, or if one of these runs would evaluate something else. */
function isOutdated({ id, runs, problems }: WatchedPrompt, running: readonly PlannedRun[]): boolean {
  const runsOfPrompt = running.filter(({ open }) => open.prompt.id === id);
  if (runsOfPrompt.length === 0) return false;
  return problems.length > 0 || runsOfPrompt.some((running) => !runs.some((other) => isSameVersion(running, other)));
}

/** The signals of one round of a watch: it ends by a signal to the command, or because its files were saved. */
interface Round extends Interrupt {
  /** Stops the round like a first signal, since its files were saved. */
  readonly outdate: () => void;
}

/** Begins a round within the signals of a command. */
function beginRound(session: Interrupt): Round {
  const [stop, end] = [new AbortController(), new AbortController()];
  let timer: NodeJS.Timeout | undefined;
  return {
    stop: AbortSignal.any([session.stop, stop.signal]),
    signal: AbortSignal.any([session.signal, end.signal]),
    exitCode: session.exitCode,
    onLeave: session.onLeave,
    isOutdated: () => stop.signal.aborted && session.exitCode() === null,
    outdate: () => {
      timer = setTimeout(() => end.abort(), graceMs);
      stop.abort();
    },
    release: () => {
      clearTimeout(timer);
      session.onLeave(() => {});
    },
  };
}
