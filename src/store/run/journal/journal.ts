import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { DigestMap } from '#model/data/digest-map.js';
import type { Problem } from '#model/problem.js';
import type { ReplyStore, StoredReply } from '#model/reply/exchange.js';
import { short } from '#model/text/quoted.js';
import { onDisk } from '../../files/disk-error.js';
import { takeLine } from '../../files/jsonl.js';
import { lineAt, longestLine } from '../../files/line-reader.js';
import { LineWriter } from '../../files/line-writer.js';
import { syncDirectory } from '../../files/regular-file.js';
import { takeReply } from '../../replies/stored-reply.js';
import {
  type JournalHeader,
  type JournalNote,
  type JournalScan,
  journalPath,
  journalVersion,
  numbered,
  repliesIn,
  requireJournal,
  scanJournal,
} from './journal-scan.js';

export type { JournalHeader, JournalNote } from './journal-scan.js';
export { type ReadJournal, readJournal } from './read-journal.js';

const syncEveryMs = 1000;

/**
 * Stores each reply of a run as it arrives. A reply counts once its line is written, so that a killed process loses no reply. Keeps replies
 * on the disk, and only their offsets in memory.
 */
export class Journal implements ReplyStore {
  readonly #file: LineWriter;
  readonly #places: DigestMap;
  readonly #notes: JournalNote[];
  /** The number of the last line. Lines are numbered in the order of writing, so that a resume sees whether one was taken out. */
  #last: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: LineWriter, { places, notes, last }: Pick<JournalScan, 'places' | 'notes' | 'last'>) {
    this.#file = file;
    this.#places = places;
    this.#notes = notes;
    this.#last = last;
  }

  get size(): number {
    return this.#places.size;
  }

  /** Returns true if the journal has a reply, without reading it. */
  has(key: string): boolean {
    return this.#places.has(key);
  }

  /** Reads a reply back. Throws EVA_DISK if it can no longer be read. */
  get(key: string): StoredReply | undefined {
    const start = this.#places.get(key);
    if (start === undefined) return undefined;
    const { fd, path } = this.#file;
    const line = onDisk('read', path, () => lineAt(fd, start));
    const taken = line ? takeLine(line, takeReply) : { reason: 'is too long' };
    if ('value' in taken && taken.value.key === key) return taken.value;
    throw new EvaError([
      problem('EVA_DISK:changed', `cannot read ${short(path)}: another program changed the file during the run`, {
        hint: 'do not touch the files of a run until it ends',
      }),
    ]);
  }

  /**
   * Writes the reply's line, then counts it. Throws EVA_DISK, also for an earlier line that could not be synced, and for one above 64 MiB.
   */
  put(reply: StoredReply): void {
    this.#places.set(reply.key, this.#write(reply));
  }

  /** Writes a line that is not a reply. Throws as `put` does. */
  note(note: JournalNote): void {
    this.#write(note);
    this.#notes.push(note);
  }

  /** Returns all notes, oldest first, including those from before it was reopened. */
  notes(): readonly JournalNote[] {
    return this.#notes;
  }

  /** Streams all replies from the disk, in the order of their arrival. */
  replies(): Iterable<StoredReply> {
    return { [Symbol.iterator]: () => repliesIn(this.#file.fd, this.#file.path, this.#places) };
  }

  /** Syncs and closes the file. Throws EVA_DISK if a line is not on the disk. */
  close(): void {
    clearTimeout(this.#timer);
    try {
      this.#file.syncNow();
    } finally {
      this.#file.close();
    }
  }

  #write(line: object): number {
    const { start } = this.#file.write(numbered(line, this.#last + 1), longestLine);
    this.#last += 1;
    this.#timer ??= setTimeout(() => this.#sync(), syncEveryMs).unref();
    return start;
  }

  /** Syncs in the background, so that a slow disk does not add to measured latencies. */
  #sync(): void {
    this.#timer = undefined;
    this.#file.sync();
  }
}

/** Creates `journal.jsonl` in a run's directory and syncs its header. Throws EVA_DISK, also if the file exists. */
export function createJournal(dir: string, header: Omit<JournalHeader, 'journal'>): Journal {
  const file = new LineWriter(journalPath(dir), constants.O_CREAT | constants.O_EXCL);
  return orClosed(file, () => {
    file.write({ ...header, journal: journalVersion });
    file.syncNow();
    syncDirectory(dirname(file.path));
    return new Journal(file, { places: new DigestMap(), notes: [], last: 0 });
  });
}

interface ReopenedJournal {
  readonly journal: Journal;
  /** null if the first line is damaged or missing. */
  readonly header: JournalHeader | null;
  /** A warning for each line that cannot be used: its reply counts as missing. */
  readonly problems: readonly Problem[];
  /** The first line before which lines are missing or damaged; null if none are. */
  readonly gap: number | null;
}

/**
 * Opens the journal of an earlier run. Uses its readable lines, and leaves the others in place: the next line has the number of one that a crash cut.
 * Throws EVA_BAD_RUN, EVA_NEWER_JOURNAL, EVA_DISK, EVA_ODD_FILE.
 */
export function reopenJournal(dir: string): ReopenedJournal {
  const file = new LineWriter(requireJournal(dir), 0);
  return orClosed(file, () => {
    const { header, problems, gap, ...rest } = scanJournal(file.fd, file.path);
    return { journal: new Journal(file, rest), header, problems, gap };
  });
}

function orClosed<T>(file: LineWriter, work: () => T): T {
  try {
    return work();
  } catch (error) {
    file.close();
    throw error;
  }
}
