import { closeSync, constants, fstatSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { longestLine, takeLine } from '../files/jsonl.js';
import { onDisk, openIfThere } from '../files/regular-file.js';
import { isReplyLine, journalPath } from './journal.js';
import { storedFlaw } from './stored-flaw.js';
import { type GradedTrialLine, takeTrial } from './trial-log.js';

/** The progress of a run since the last look. */
interface RunProgress {
  /** The number of replies that came. */
  readonly replies: number;
  readonly trials: readonly GradedTrialLine[];
  /** True if the run was resumed, so that its trials come again from the first one. */
  readonly isRestarted: boolean;
  /** True if there may be more to read at once. */
  readonly isMore: boolean;
}

/** The bytes that are read at once, unless a line is longer. */
const usualSpan = 4 * 1024 * 1024;

/** Reads the lines that another process appends to a file, a part at a time. Leaves out lines above 64 MiB. */
export class LineTail {
  readonly #path: string;
  #fd: number | null = null;
  #at = 0;
  #span = usualSpan;
  /** True inside a line that is too long. */
  #isSkipping = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** Reads the next part of the file. Returns no lines while the file is missing. Throws EVA_DISK, EVA_ODD_FILE. */
  read(): NewLines {
    this.#fd ??= onDisk('read', this.#path, () => openIfThere(this.#path, constants.O_RDONLY));
    const fd = this.#fd;
    return fd === null ? nothing : onDisk('read', this.#path, () => this.#readPart(fd));
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }

  #readPart(fd: number): NewLines {
    const { size } = fstatSync(fd);
    const isRestarted = size < this.#at;
    if (isRestarted) [this.#at, this.#isSkipping] = [0, false];
    const bytes = Buffer.allocUnsafe(Math.min(size - this.#at, this.#span));
    const part = bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, this.#at));
    const end = part.lastIndexOf(newline) + 1;
    if (end === 0) return { lines: [], isRestarted, isMore: this.#widen(part.length) };
    this.#at += end;
    this.#span = usualSpan;
    const lines = splitLines(part.subarray(0, end));
    const whole = this.#isSkipping ? lines.slice(1) : lines;
    this.#isSkipping = false;
    return { lines: whole, isRestarted, isMore: this.#at < size };
  }

  /** Reads more at the next time, if a line did not fit. Returns false if the line is only not written whole yet. */
  #widen(read: number): boolean {
    if (read < this.#span) return false;
    if (this.#span < longestLine) {
      this.#span *= 2;
      return true;
    }
    this.#at += read;
    this.#isSkipping = true;
    return true;
  }
}

/** Follows the journal and the trials of a run that another process works on. */
export class RunTail {
  readonly #journal: LineTail;
  readonly #trials: LineTail;

  constructor(dir: string) {
    this.#journal = new LineTail(journalPath(dir));
    this.#trials = new LineTail(join(dir, 'trials.jsonl'));
  }

  /** Reads a further part. Leaves out damaged lines. Long messages stay digests. Throws EVA_DISK, EVA_ODD_FILE. */
  read(): RunProgress {
    const [journal, trials] = [this.#journal.read(), this.#trials.read()];
    return {
      replies: journal.lines.filter(isReplyLine).length,
      trials: trials.lines.flatMap((line) => {
        const taken = takeLine(line, takeTrial);
        return 'value' in taken && storedFlaw('gradedTrial', taken.value) === null ? [taken.value] : [];
      }),
      isRestarted: trials.isRestarted,
      isMore: journal.isMore || trials.isMore,
    };
  }

  close(): void {
    this.#journal.close();
    this.#trials.close();
  }
}

const newline = 0x0a;

/** The lines that were appended to a file since the last look. */
interface NewLines {
  /** Whole lines without their newline. */
  readonly lines: readonly Buffer[];
  /** True if the file was emptied before: its lines come again. */
  readonly isRestarted: boolean;
  /** True if there may be more to read at once. */
  readonly isMore: boolean;
}

const nothing: NewLines = { lines: [], isRestarted: false, isMore: false };

function splitLines(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  let from = 0;
  for (let to = bytes.indexOf(newline); to !== -1; to = bytes.indexOf(newline, from)) {
    lines.push(bytes.subarray(from, to));
    from = to + 1;
  }
  return lines;
}
