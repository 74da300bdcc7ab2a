import { closeSync, constants, fdatasync, fdatasyncSync, fstatSync } from 'node:fs';
import { EvaError, problem } from '#errors/index.js';
import { onDisk } from './disk-error.js';
import { isTorn, lineOf } from './jsonl.js';
import { privateMode } from './private.js';
import { openRegular, writeWhole } from './regular-file.js';

const newline = Buffer.from('\n');

/** Appends lines to a private file that no other process writes to. A line that a failure cut short costs itself alone. */
export class LineWriter {
  readonly path: string;
  readonly fd: number;
  #failure: Error | undefined;
  /** Bytes of the file; null after a write that failed, when part of a line may stand at the end. */
  #size: number | null = null;

  /** `flags` beside those of appending, as in open(2). Throws EVA_DISK, EVA_ODD_FILE. */
  constructor(path: string, flags: number) {
    this.path = path;
    const action = (flags & constants.O_CREAT) === 0 ? 'open' : 'create';
    const all = constants.O_RDWR | constants.O_APPEND | flags;
    this.fd = onDisk(action, path, () => openRegular(path, all, privateMode.file));
  }

  /**
   * Writes a value as one line, and says where it begins and how many bytes it has. Throws EVA_DISK, also for what `sync` found; for
   * a line of more than `longest` bytes before anything of it is written.
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

  /** Syncs what is written in the background. The next write, or the end, reports an error. */
  sync(): void {
    if (this.#isDeleted()) this.#failure ??= deleted(this.path);
    else
      fdatasync(this.fd, (error) => {
        if (error) this.#failure ??= error;
      });
  }

  /** Syncs what is written to the disk before it returns. Throws EVA_DISK. */
  syncNow(): void {
    onDisk('write', this.path, () => {
      if (this.#failure) throw this.#failure;
      if (this.#isDeleted()) throw deleted(this.path);
      fdatasyncSync(this.fd);
    });
  }

  close(): void {
    onDisk('close', this.path, () => closeSync(this.fd));
  }

  /** Returns the place of the next line, for which a last line without an end gets its newline. */
  #beginLine(): number {
    const { size } = fstatSync(this.fd);
    if (!isTorn(this.fd, size)) return size;
    writeWhole(this.fd, newline);
    return size + 1;
  }

  /** True if the open file still has its name. A deleted file lives only as long as this process. */
  #isDeleted(): boolean {
    return fstatSync(this.fd).nlink === 0;
  }
}

function tooLong(path: string, longest: number): EvaError {
  return new EvaError([problem('EVA_DISK:line_too_long', { path, limit_mib: longest / 1024 / 1024 })]);
}

function deleted(path: string): EvaError {
  return new EvaError([problem('EVA_DISK:deleted', { path })]);
}
