import { join, relative, sep } from 'node:path';
import { runPlanner } from '#engine/plan-runs.js';
import { checkBudgets } from '#engine/prompt/budget-problems.js';
import type { PlannedRun, RunOptions } from '#engine/run-options.js';
import { EvaError } from '#errors/index.js';
import { observingReads } from '#load/source/observe-reads.js';
import type { Problem } from '#model/problem.js';
import { type FileStates, stateOf } from './file-states.js';

/** A prompt as it was read last: its planned runs or its problems, and the files that this needed. */
export interface WatchedPrompt {
  readonly id: string;
  readonly runs: readonly PlannedRun[];
  /** Empty if the prompt can be evaluated. */
  readonly problems: readonly Problem[];
  readonly files: FileStates;
}

/** The prompts that a command selects, and the problems of its words. */
interface Selected {
  readonly ids: readonly string[];
  readonly problems: readonly Problem[];
}

/** Reads prompts again and again, and remembers which files each of them needed. */
export class WatchedLibrary {
  readonly #options: RunOptions;
  readonly #select: () => Selected;
  #common: FileStates = new Map();
  #prompts: ReadonlyMap<string, WatchedPrompt> = new Map();
  #problems: readonly Problem[] = [];

  /** `select` returns the prompts to watch, each time anew. */
  constructor(options: RunOptions, select: () => Selected) {
    this.#options = options;
    this.#select = select;
  }

  /** Reads these prompts, if they are still selected, and those that are new. Remembers and returns them. */
  read(ids: ReadonlySet<string>): readonly WatchedPrompt[] {
    const { due, selected, common } = this.look(ids);
    const kept = new Map([...this.#prompts].filter(([id]) => selected.ids.includes(id)));
    for (const prompt of due) kept.set(prompt.id, prompt);
    this.#common = common;
    this.#prompts = kept;
    this.#problems = selected.problems;
    return due;
  }

  /** Reads prompts like `read`, but remembers nothing. */
  look(ids: ReadonlySet<string>): {
    readonly due: readonly WatchedPrompt[];
    readonly selected: Selected;
    readonly common: FileStates;
  } {
    const common = new Map<string, string>();
    const { selected, plan } = observingReads(remembering(common), () => {
      remembering(common)(join(this.#options.root, 'prompts'));
      return { selected: this.#select(), plan: runPlanner(this.#options) };
    });
    const isDue = (id: string) => ids.has(id) || !this.#prompts.has(id);
    return { due: selected.ids.filter(isDue).map((id) => this.#readOne(id, plan)), selected, common };
  }

  /** Returns the ids of the watched prompts. */
  ids(): readonly string[] {
    return [...this.#prompts.keys()];
  }

  /** Returns the ids of the prompts that cannot be evaluated. */
  broken(): readonly string[] {
    return [...this.#prompts.values()].filter(({ problems }) => problems.length > 0).map(({ id }) => id);
  }

  /** The problems of the words that select prompts. */
  problems(): readonly Problem[] {
    return this.#problems;
  }

  /** Returns the states of all files as they were when they were read. */
  states(): readonly FileStates[] {
    return [this.#common, ...[...this.#prompts.values()].map(({ files }) => files)];
  }

  /** Returns the ids of the prompts that need one of these files: all prompts for a file such as eva.yml. */
  touchedBy(paths: readonly string[]): ReadonlySet<string> {
    const prompts = [...this.#prompts.values()];
    const isCommon = paths.some((path) => this.#common.has(path));
    return new Set(
      prompts.filter(({ files }) => isCommon || paths.some((path) => files.has(path))).map(({ id }) => id),
    );
  }

  /** Returns the number of files that exist and are watched. */
  count(): number {
    const present = this.states().flatMap((states) => [...states].filter(([, state]) => /^\d/.test(state)));
    return new Set(present.map(([path]) => path)).size;
  }

  /** Returns the name of a file relative to the library; its path if it lies elsewhere. */
  nameOf(path: string): string {
    const name = relative(this.#options.root, path);
    return name.startsWith(`..${sep}`) ? path : name.split(sep).join('/');
  }

  #readOne(id: string, plan: (id: string) => readonly PlannedRun[]): WatchedPrompt {
    const files = new Map<string, string>();
    const remember = remembering(files);
    remember(join(this.#options.root, 'prompts', id));
    try {
      const { runs, errors } = checkBudgets(
        observingReads(remember, () => plan(id)),
        this.#options,
      );
      return { id, runs: errors.length > 0 ? [] : runs, problems: errors, files };
    } catch (error) {
      if (!(error instanceof EvaError)) throw error;
      return { id, runs: [], problems: error.problems, files };
    }
  }
}

/** Returns a function that keeps the state of a file before it is read for the first time. */
function remembering(states: Map<string, string>): (path: string) => void {
  return (path) => {
    if (!states.has(path)) states.set(path, stateOf(path));
  };
}
