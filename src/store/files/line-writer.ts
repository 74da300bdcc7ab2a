import { closeSync, constants, fstatSync } from 'node:fs';
import { type EvaError, evaError } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import { syncOpenFile } from './background-sync.js';
import { isTorn, lineOf } from './jsonl.js';
import { onDisk, openRegular, privateMode, writeWhole } from './regular-file.js';

const newline = Buffer.from('\n');

/** Appends lines to a private file that no other process writes to. If a write fails halfway, only its own line is lost. */
export class LineWriter {
  readonly path: string;
  readonly fd: number;
  #failure: unknown;
  #isClosed = false;
  /** Size of the file in bytes; null after a failed write, which may have left part of a line at the end. */
  #size: number | null = null;

  /** `flags` of open(2) besides those for appending. Throws EVA_DISK, EVA_ODD_FILE. */
  constructor(path: string, flags: number) {
    this.path = path;
    const action = (flags & constants.O_CREAT) === 0 ? 'open' : 'create';
    const all = constants.O_RDWR | constants.O_APPEND | flags;
    this.fd = onDisk(action, path, () => openRegular(path, all, privateMode.file));
  }

  /**
   * Writes a value as one line. Returns its offset in the file and its size in bytes. Throws EVA_DISK, also for an earlier failure of
   * `synced`, and for a line above `longest` bytes, of which it writes nothing.
   */
  write(value: object, longest = Number.POSITIVE_INFINITY): { readonly start: number; readonly bytes: number } {
    return onDisk('write', this.path, () => {
      if (this.#failure) throw this.#failure;
      const line = lineOf(value);
      if (line.length > longest) throw tooLong(this.path, longest);
      const start = this.#size ?? this.#beginLine();
      this.#size = null;
      writeWhole(this.fd, line);
      this.#size = start + line.length;
      return { start, bytes: line.length };
    });
  }

  /** Syncs what is written, without blocking. Throws EVA_DISK, and so does every write from then on: the disk may have lost a line. */
  async synced(): Promise<void> {
    try {
      onDisk('write', this.path, () => {
        if (this.#failure) throw this.#failure;
        if (this.#isDeleted()) throw deleted(this.path);
      });
      await syncOpenFile(this.fd, this.path, () => !this.#isClosed);
    } catch (error) {
      this.#failure ??= error;
      throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
    onDisk('close', this.path, () => closeSync(this.fd));
  }

  /** Returns the offset of the next line, after ending a truncated last line. */
  #beginLine(): number {
    const { size } = fstatSync(this.fd);
    if (!isTorn(this.fd, size)) return size;
    writeWhole(this.fd, newline);
    return size + 1;
  }

  /** Returns true if the open file was deleted: its content is lost when this process ends. */
  #isDeleted(): boolean {
    return fstatSync(this.fd).nlink === 0;
  }
}

function tooLong(path: string, longest: number): EvaError {
  return evaError(
    'EVA_DISK:line_too_long',
    `cannot write ${short(path)}: a reply is longer than ${longest / 1024 / 1024} MiB, the limit of a line`,
    { hint: 'earlier replies are kept; make the model or program give a shorter answer' },
  );
}

function deleted(path: string): EvaError {
  return evaError('EVA_DISK:deleted', `cannot write ${short(path)}: another program deleted the file during the run`, {
    hint: 'its replies are lost; start the run again',
  });
}
