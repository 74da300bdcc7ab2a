import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { observingReads } from '#library/source/read-file.js';
import { EvaError, errorCode, type Problem } from '#model/problem.js';
import { checkBudgets } from '#run/prompt/budget-problems.js';
import { runPlanner } from '#run/session/plan-runs.js';
import type { PlannedRun, RunOptions } from '#run/session/run-options.js';
import type { ProgressClock } from '../output/redrawn-lines.js';

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

/** The state of each file when it was last read, by its absolute path. Two states are equal if the file was not changed in between. */
export type FileStates = ReadonlyMap<string, string>;

/** The shortest time between two looks at all files, in milliseconds. */
const lookMs = 200;

/** The time for which no further file must change, in milliseconds: an editor writes a file in several steps. */
const settleMs = 60;

/** The greatest share of the time that looks may take: a look at 10,000 files is followed by a longer rest. */
const lookShare = 1 / 20;

/**
 * Returns the state of a file: its identity, size and time of change. A folder's state is the names in it, without hidden ones. A file that
 * is missing or cannot be examined has a state too.
 */
function stateOf(path: string): string {
  try {
    const stats = statSync(path, { bigint: true });
    if (!stats.isDirectory()) return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.mode].join(':');
    const names = readdirSync(path).filter((name) => !name.startsWith('.'));
    return JSON.stringify(names.sort());
  } catch (error) {
    return errorCode(error) ?? 'unknown';
  }
}

/** Returns the files that were changed since they were read, with their states now. Examines each path once. */
export function changedSince(read: Iterable<FileStates>): FileStates {
  const now = new Map<string, string>();
  const changed = new Map<string, string>();
  for (const states of read) {
    for (const [path, state] of states) {
      const current = now.get(path) ?? stateOf(path);
      now.set(path, current);
      if (current !== state) changed.set(path, current);
    }
  }
  return changed;
}

/** Options of `nextChange`. */
interface ChangeOptions {
  readonly clock: ProgressClock;
  readonly signal: AbortSignal;
  /** Changes that are known already. */
  readonly known?: FileStates;
}

/**
 * Waits until files differ from how they were read, and no further file changes for a moment. Returns them with their states now; null once
 * the signal is aborted. Looks at the files again and again, since notices of changes are lost on some file systems and by editors that
 * rename.
 */
export async function nextChange(
  read: () => Iterable<FileStates>,
  { clock: { now, sleep }, signal, known = new Map() }: ChangeOptions,
): Promise<FileStates | null> {
  const rest = (ms: number) => sleep(ms, signal).catch(() => {});
  let before = known;
  while (!signal.aborted) {
    const begun = now();
    const changed = changedSince(read());
    const isNew = changed.size > 0 && !isSame(changed, known);
    if (isNew && isSame(changed, before)) return changed;
    before = changed;
    await rest(Math.max(isNew ? settleMs : lookMs, (now() - begun) / lookShare));
  }
  return null;
}

function isSame(one: FileStates, other: FileStates): boolean {
  return one.size === other.size && [...one].every(([path, state]) => other.get(path) === state);
}
