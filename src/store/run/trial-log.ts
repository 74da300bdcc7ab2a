import { closeSync, constants, readSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '#model/data/json.js';
import type { Origin } from '#model/dataset.js';
import type { Score, Trial } from '#model/run/trial.js';
import { lineAt, linesOf, takeLine } from '../files/jsonl.js';
import { onDisk, openIfThere, openRegular, privateMode, writeWhole } from '../files/regular-file.js';
import { InputLog, type InputTexts, openInputTexts, trialByRefs } from './input-log.js';
import { storedFlaw } from './stored-flaw.js';

/** One line of `trials.jsonl`: a trial with all its texts, and its scores. */
export interface GradedTrialLine {
  readonly case: string;
  readonly trial: Trial;
  readonly scores: readonly Score[];
  /** The beginning of the digest of its item's id and used values. Absent without a data set. */
  readonly values?: string;
}

export interface TrialLog {
  /** Returns the size of its line, in bytes. Throws EVA_DISK. */
  put(graded: GradedTrialLine): number;
  /** Waits until the disk has the long messages. Throws EVA_DISK. */
  close(): Promise<void>;
}

/** Lines are written together: after this many UTF-16 units or this many milliseconds, so that others can follow the run. */
const together = { length: 256 * 1024, ms: 500 };

/**
 * Creates or empties `trials.jsonl` of a run. A resumed run computes all lines again from the journal. Long messages go to `inputs.jsonl`.
 * Does not wait for the disk: a killed process may lose the last lines. Throws EVA_DISK, EVA_ODD_FILE.
 */
export function openTrialLog(dir: string): TrialLog {
  const path = join(dir, 'trials.jsonl');
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_TRUNC;
  const fd = onDisk('create', path, () => openRegular(path, flags, privateMode.file));
  const inputs = new InputLog(dir);
  let lines = '';
  let waiting: NodeJS.Timeout | undefined;
  let fault: { readonly error: unknown } | undefined;
  const write = () => {
    clearTimeout(waiting);
    waiting = undefined;
    if (fault) throw fault.error;
    const chunk = Buffer.from(lines);
    lines = '';
    onDisk('write', path, () => writeWhole(fd, chunk));
  };
  const writeLater = () => {
    try {
      write();
    } catch (error) {
      fault = { error };
    }
  };
  return {
    put: (graded) => {
      const line = `${JSON.stringify({ ...graded, trial: trialByRefs(graded.trial, inputs.keep) })}\n`;
      lines += line;
      if (fault || lines.length >= together.length) write();
      else waiting ??= setTimeout(writeLater, together.ms).unref();
      return Buffer.byteLength(line);
    },
    close: async () => {
      try {
        write();
        await inputs.synced();
      } finally {
        inputs.close();
        onDisk('close', path, () => closeSync(fd));
      }
    },
  };
}

/** Takes a line of `trials.jsonl` of which only the case and the trial are known to be valid: it can hold digests in place of its messages. */
export function takeTrial(value: unknown): { readonly value: GradedTrialLine } | { readonly reason: string } {
  const isTrial = isObject(value) && typeof value['case'] === 'string' && isObject(value['trial']);
  return isTrial ? { value: value as unknown as GradedTrialLine } : { reason: 'is not a trial' };
}

/** The indexes of the wanted trials of each case, by its name. */
type WantedTrials = ReadonlyMap<string, ReadonlySet<number>>;

/** A trial in `trials.jsonl`: its number, and its item. */
export interface TrialSpot {
  readonly index: number;
  /** Absent if its case has no data set. */
  readonly origin?: Origin;
  /** The beginning of the digest of the item's id and used values. Absent without a data set. */
  readonly values?: string;
}

/** The trials of a run, read from the disk one at a time, in any order. */
export interface OpenTrials {
  /** Returns the trials of a case that have a reply or failed, by their number. Damaged lines are skipped. */
  readonly spots: (caseName: string) => readonly TrialSpot[];
  /** Returns a trial with all its texts; null if its line is missing or damaged. Throws EVA_BAD_RUN, EVA_DISK. */
  readonly read: (caseName: string, index: number) => GradedTrialLine | null;
  /** Closes the files. May be called again. */
  readonly close: () => void;
}

/**
 * Opens `trials.jsonl` of a run to read its trials, or only the wanted ones; null without the file. Keeps places and items in memory, no
 * texts. Throws EVA_DISK, EVA_ODD_FILE.
 */
export function openTrials(dir: string, wanted?: WantedTrials): OpenTrials | null {
  const path = join(dir, 'trials.jsonl');
  const fd = onDisk('read', path, () => openIfThere(path, constants.O_RDONLY));
  if (fd === null) return null;
  const places = placesIn(fd, path, wanted);
  const inputs = openInputTexts(dir);
  let isOpen = true;
  return {
    spots: (name) =>
      [...(places.get(name)?.values() ?? [])]
        .flatMap(({ spot, isMissing }) => (isMissing ? [] : [spot]))
        .sort((a, b) => a.index - b.index),
    read: (name, index) => {
      const start = places.get(name)?.get(index)?.start;
      return start === undefined ? null : trialAt(fd, path, start, inputs);
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      inputs.close();
      closeSync(fd);
    },
  };
}

/**
 * Reads wanted trials of `trials.jsonl` with all their texts, one at a time, in the order of `wanted` and then by index. Skips damaged
 * lines, and yields nothing without a file. Throws EVA_BAD_RUN, EVA_DISK, EVA_ODD_FILE.
 */
export function* trialsInOrder(dir: string, wanted: WantedTrials): Generator<GradedTrialLine> {
  const trials = openTrials(dir, wanted);
  try {
    for (const [name, indexes] of wanted) {
      for (const index of [...indexes].sort((a, b) => a - b)) {
        const line = trials?.read(name, index);
        if (line) yield line;
      }
    }
  } finally {
    trials?.close();
  }
}

interface Placed {
  readonly start: number;
  readonly spot: TrialSpot;
  readonly isMissing: boolean;
}

/** Returns the offsets of the lines of trials, by case and index. Of several lines of one trial the last counts. */
function placesIn(fd: number, path: string, wanted?: WantedTrials): ReadonlyMap<string, ReadonlyMap<number, Placed>> {
  const byCase = new Map<string, Map<number, Placed>>();
  for (const { bytes, start } of linesOf(fd, path)) {
    const line = parsed(bytes);
    if (!line) continue;
    const { values, case: name } = line;
    const { index, origin, outcome } = line.trial;
    if (wanted && !wanted.get(name)?.has(index)) continue;
    const places = byCase.get(name) ?? new Map<number, Placed>();
    byCase.set(name, places);
    const spot = { index, ...(origin && { origin }), ...(typeof values === 'string' && { values }) };
    places.set(index, { start, spot, isMissing: outcome === 'missing' });
  }
  return byCase;
}

/** Reads the trial at an offset with all its texts; null if its line is damaged. Throws EVA_BAD_RUN, EVA_DISK. */
function trialAt(fd: number, path: string, start: number, inputs: InputTexts): GradedTrialLine | null {
  const line = parsed(onDisk('read', path, () => lineAt(fd, start)));
  if (!line) return null;
  inputs.fill({ cases: [{ trials: [line.trial] }] });
  return storedFlaw('gradedTrial', line) === null ? line : null;
}

/** Returns the trial of a line; null if it cannot be used. */
function parsed(bytes: Buffer | null): GradedTrialLine | null {
  const taken = bytes ? takeLine(bytes, takeTrial) : null;
  return taken && 'value' in taken ? taken.value : null;
}

const chunkBytes = 1024 * 1024;

const newline = 0x0a;

/** The bytes at the beginning of a line that are searched for its case and its number. */
const mostHeadBytes = 8 * 1024;

/** A case whose trials can be sought, and the greatest number of them. */
interface SoughtCase {
  readonly name: string;
  readonly sample_size: number;
}

/**
 * Reads trials of `trials.jsonl` in any order, while a run may still append to it. Searches the file only as far as a trial is asked for, and
 * keeps the place of each line in 8 bytes. So the first trials of a file of a million are read as fast as those of a small one.
 */
export class SoughtTrials {
  readonly #path: string;
  readonly #fd: number;
  readonly #inputs: InputTexts;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #sizes: readonly number[];
  /** The offset of the last known line of each trial, by case; 0 if none is known, else the offset plus 1. */
  readonly #places: (Float64Array | undefined)[] = [];
  readonly #chunk = Buffer.alloc(chunkBytes);
  #searched = 0;

  constructor(dir: string, fd: number, cases: readonly SoughtCase[]) {
    this.#path = join(dir, 'trials.jsonl');
    this.#fd = fd;
    this.#inputs = openInputTexts(dir);
    // Names in JSON as texts of single bytes, as lines are searched.
    const keyOf = (name: string) => Buffer.from(JSON.stringify(name)).toString('latin1');
    this.#numbers = new Map(cases.map(({ name }, at) => [keyOf(name), at]));
    this.#sizes = cases.map(({ sample_size }) => sample_size);
  }

  /**
   * Reads a trial with all its texts as far as the file was searched; null if its line is not found yet, missing or damaged. Throws
   * EVA_BAD_RUN, EVA_DISK.
   */
  read(number: number, index: number): GradedTrialLine | null {
    const place = this.#places[number]?.[index] ?? 0;
    return place === 0 ? null : trialAt(this.#fd, this.#path, place - 1, this.#inputs);
  }

  /** Searches a further part of the file. Returns false at its end, where a run may still add lines. Throws EVA_DISK. */
  search(): boolean {
    const read = this.#readChunk(this.#searched);
    let from = 0;
    for (let to = this.#newlineFrom(0, read); to !== -1; to = this.#newlineFrom(from, read)) {
      this.#note(this.#chunk.subarray(from, to), this.#searched + from);
      from = to + 1;
    }
    this.#searched += from;
    return from > 0 || (read === chunkBytes && this.#searchLongLine());
  }

  close(): void {
    this.#inputs.close();
    closeSync(this.#fd);
  }

  /** Searches a line that is longer than a chunk. Returns false if it has no end yet. */
  #searchLongLine(): boolean {
    const start = this.#searched;
    const head = Buffer.from(this.#chunk.subarray(0, mostHeadBytes));
    for (let at = start + chunkBytes, read = chunkBytes; read === chunkBytes; at += chunkBytes) {
      read = this.#readChunk(at);
      const end = this.#newlineFrom(0, read);
      if (end === -1) continue;
      this.#searched = at + end + 1;
      this.#note(head, start);
      return true;
    }
    return false;
  }

  #readChunk(at: number): number {
    return onDisk('read', this.#path, () => readSync(this.#fd, this.#chunk, 0, chunkBytes, at));
  }

  #newlineFrom(from: number, read: number): number {
    const at = this.#chunk.indexOf(newline, from);
    return at < read ? at : -1;
  }

  #note(bytes: Buffer, start: number): void {
    const [, key = '', index = ''] = beginOfLine.exec(bytes.toString('latin1', 0, mostHeadBytes)) ?? [];
    const number = this.#numbers.get(key);
    const size = number === undefined ? 0 : (this.#sizes[number] ?? 0);
    if (number === undefined || Number(index) >= size) return;
    const places = this.#places[number] ?? new Float64Array(size);
    this.#places[number] = places;
    places[Number(index)] = start + 1;
  }
}

/** The beginning of a line as `openTrialLog` writes it: the name of the case as JSON, and the number of the trial. */
const beginOfLine = /^\{"case":("(?:[^"\\]|\\.)*"),"trial":\{"case":"(?:[^"\\]|\\.)*","index":(\d{1,9}),/;

/** Opens `trials.jsonl` of a run to read trials of these cases; null without the file. Throws EVA_DISK, EVA_ODD_FILE. */
export function seekTrials(dir: string, cases: readonly SoughtCase[]): SoughtTrials | null {
  const path = join(dir, 'trials.jsonl');
  const fd = onDisk('read', path, () => openIfThere(path, constants.O_RDONLY));
  return fd === null ? null : new SoughtTrials(dir, fd, cases);
}
