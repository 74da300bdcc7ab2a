import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { EvaError } from '#errors/index.js';
import { newEntries, textWithRubrics } from '#load/rubrics/freeze-rubrics.js';
import { type FrozenRubric, type FrozenRubrics, frozenLevels } from '#load/rubrics/frozen-rubric.js';
import { loadRubricsFile } from '#load/rubrics/rubrics.js';
import { maxYamlBytes, readText } from '#load/source/read-file.js';
import type { Case } from '#model/case.js';
import { hasErrors } from '#model/problem.js';
import { missingRubrics, type WrittenRubric, type WrittenRubrics, withRubrics } from '#run/write-rubrics.js';
import { writeAtomically } from '#store/files/atomic-write.js';
import { makeDirectories, onDisk } from '#store/files/regular-file.js';
import { withLock } from '#store/locks.js';

interface Filled {
  readonly cases: readonly Case[];
  readonly replies: WrittenRubrics['replies'];
}

type Write = (cases: readonly Case[]) => Promise<WrittenRubrics>;

/** The path of a file of rubrics (absolute), and its name in problems. */
interface RubricFile {
  readonly path: string;
  readonly name: string;
}

/**
 * Stores written rubrics in a file, or in memory if the file is null. Each rubric is written once, even if several evaluations
 * need it at the same time.
 */
export class RubricStore {
  readonly #file: RubricFile | null;
  readonly #written: FrozenRubric[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: RubricFile | null) {
    this.#file = file;
  }

  /** Returns the stored rubrics. Throws `EvaError` with the problems of the file. */
  read(): FrozenRubrics {
    if (this.#file === null) return this.#written;
    const { value, problems } = loadRubricsFile(this.#file.path);
    if (!value || hasErrors(problems)) throw new EvaError(problems);
    return value;
  }

  /**
   * Returns the cases with all their rubrics. Missing ones are written first, by one evaluation at a time. Throws the signal's
   * reason as soon as it is aborted, also while another evaluation writes.
   */
  fill(cases: readonly Case[], write: Write, signal: AbortSignal): Promise<Filled> {
    const filled = this.#last.then(() => this.#fill(cases, write));
    this.#last = filled.catch(() => undefined);
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      void filled.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    });
  }

  async #fill(cases: readonly Case[], write: Write): Promise<Filled> {
    const known = this.#filled(cases);
    if (missingRubrics(known).length === 0) return { cases: known, replies: [] };
    const { written, replies, failure } = await write(known);
    if (written.length > 0) this.#keep(written);
    if (failure) throw failure.error;
    return { cases: this.#filled(known), replies };
  }

  #filled(cases: readonly Case[]): readonly Case[] {
    const rubrics = this.read();
    const own = missingRubrics(cases).flatMap(({ text, judge: { scale } }) => {
      const levels = frozenLevels(rubrics, text, scale);
      return levels ? [{ text, scale, levels }] : [];
    });
    return withRubrics(cases, own);
  }

  /** Saves rubrics. Keeps any that another process has written in the meantime. */
  #keep(written: readonly WrittenRubric[]): void {
    const now = new Date();
    const file = this.#file;
    if (file === null) this.#written.push(...newEntries(this.#written, written, now));
    else updateText(file.path, file.name, (text) => textWithRubrics(text, file.path, written, now));
  }
}

/**
 * Replaces the text of a file with the result of `edit`, atomically and under a lock. `edit` gets null if there is no file, and
 * returns null for no change. `name` is the file's name in problems. Throws `EvaError` if the file cannot be read or written.
 */
function updateText(file: string, name: string, edit: (text: string | null) => string | null): void {
  onDisk('create', dirname(file), () => makeDirectories(dirname(file)));
  withLock(file, () => {
    const text = edit(textOf(file, name));
    if (text !== null) writeAtomically(file, text);
  });
}

function textOf(file: string, name: string): string | null {
  if (!existsSync(file)) return null;
  const { value, problems } = readText(file, name, maxYamlBytes);
  if (value === null) throw new EvaError(problems);
  return value;
}
