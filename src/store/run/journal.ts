import { closeSync, constants, fstatSync, lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DigestMap } from '#model/data/digest.js';
import { isObject, type JsonObject } from '#model/data/json.js';
import type { Place, Problem } from '#model/problem.js';
import { evaError, problem } from '#model/problem.js';
import type { ReplyStore, StoredReply } from '#model/reply/exchange.js';
import { short } from '#model/text/quoted.js';
import { type FileLine, lineAt, linesOf, longestLine, type TakeRow, takeLine } from '../files/jsonl.js';
import { LineWriter } from '../files/line-writer.js';
import { onDisk, openRegular, withRegular } from '../files/regular-file.js';
import { takeReply } from '../replies/recordings.js';

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
    return replyAt(this.#file, this.#places, key);
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
    if (this.size === 0) return [];
    return { [Symbol.iterator]: () => repliesIn(this.#file.fd, this.#file.path, this.#places) };
  }

  /** Syncs and closes the file. Throws EVA_DISK if a line is not on the disk. */
  async close(): Promise<void> {
    try {
      await this.#file.synced();
    } finally {
      this.drop();
    }
  }

  /** Closes the file of a run that does not begin. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#file.close();
  }

  #write(line: object): number {
    // The number is at the end: the first bytes of a line stay those of a reply or note.
    const { start } = this.#file.write({ ...line, n: this.#last + 1 }, longestLine);
    this.#last += 1;
    this.#timer ??= setTimeout(() => this.#sync(), syncEveryMs).unref();
    return start;
  }

  #sync(): void {
    this.#timer = undefined;
    this.#file.synced().catch(() => {}); // the next line or `close` throws it
  }
}

/** Reads a reply by its key. Throws EVA_DISK if it can no longer be read. */
function replyAt(
  { fd, path }: Pick<LineWriter, 'fd' | 'path'>,
  places: Pick<DigestMap, 'get'>,
  key: string,
): StoredReply | undefined {
  const start = places.get(key);
  if (start === undefined) return undefined;
  const line = onDisk('read', path, () => lineAt(fd, start));
  const taken = line ? takeLine(line, takeReply) : { reason: 'is too long' };
  if ('value' in taken && taken.value.key === key) return taken.value;
  throw evaError('EVA_DISK:changed', `cannot read ${short(path)}: another program changed the file during the run`, {
    hint: 'do not touch the files of a run until it ends',
  });
}

/** Creates `journal.jsonl` in a run's directory. Throws EVA_DISK, also if the file exists. */
export function createJournal(dir: string, header: Omit<JournalHeader, 'journal' | 'ts'>): Journal {
  const file = new LineWriter(journalPath(dir), constants.O_CREAT | constants.O_EXCL);
  return orClosed(file, () => {
    file.write({ ...header, journal: journalVersion, ts: new Date().toISOString() });
    return new Journal(file, { places: new DigestMap(), notes: [], last: 0 });
  });
}

interface ReopenedJournal extends Pick<JournalScan, 'header' | 'gap' | 'problems'> {
  readonly journal: Journal;
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

/** The version of the journal format that this eva writes and reads. */
const journalVersion = 1;

/** The first line of a journal. */
export interface JournalHeader {
  readonly run_id: string;
  readonly id: string;
  readonly eva_version: string;
  readonly journal: typeof journalVersion;
  /** When the process began, ISO 8601. Absent in journals of earlier versions. */
  readonly ts?: string;
}

/** A line of a journal that is not a reply. `note` names the event of the run. */
export interface JournalNote extends JsonObject {
  readonly note: string;
}

/** The content of a journal, without its replies. */
interface JournalScan {
  /** null if the first line is damaged or missing. Only the name of the folder then identifies the run. */
  readonly header: JournalHeader | null;
  /** The offset of each reply's line by its key; of several with the same key, the last. */
  readonly places: DigestMap;
  readonly notes: JournalNote[];
  /** The number of the last line that a process wrote, from 1; 0 without one. */
  readonly last: number;
  /** The first line of the file before which lines are missing; null if none are. */
  readonly gap: number | null;
  /** A warning for each line that cannot be used. */
  readonly problems: readonly Problem[];
}

export function journalPath(dir: string): string {
  return join(dir, 'journal.jsonl');
}

/** Returns the path of an existing journal. Throws EVA_BAD_RUN if it is missing, EVA_DISK. */
function requireJournal(dir: string): string {
  const path = journalPath(dir);
  if (onDisk('read', path, () => lstatSync(path, { throwIfNoEntry: false }))) return path;
  throw evaError('EVA_BAD_RUN:no_journal', `cannot read run ${short(basename(dir))}: it has no journal.jsonl`, {
    hint: 'the file was deleted; start the run again',
  });
}

/** Reads an open journal once, and keeps no replies. Throws EVA_NEWER_JOURNAL if a newer version wrote it, and EVA_DISK. */
function scanJournal(fd: number, path: string): JournalScan {
  let header: JournalHeader | null = null;
  const places = new DigestMap();
  const notes: JournalNote[] = [];
  const problems: Problem[] = [];
  let last = 0;
  let gap: number | null = null;
  for (const line of linesOf(fd, path)) {
    if (line.start === 0) header = headerOf(line, path);
    if (line.start === 0 && header) continue;
    const taken = takeOf(line, takeEntry);
    if ('reason' in taken) {
      if (line.start > 0) problems.push(badLine(line.isEnded, taken.reason, { file: path, line: line.line }));
      continue;
    }
    const number = Number(numberAtEnd.exec(line.bytes?.subarray(-20).toString('latin1').trimEnd() ?? '')?.[1]);
    if (!(number <= last + 1)) gap ??= line.line;
    else last = Math.max(last, number);
    if ('note' in taken.value) notes.push(taken.value);
    else places.set(taken.value.key, line.start);
  }
  return { header, places, notes, last, gap, problems: [...(header ? [] : [headless(path)]), ...problems] };
}

/** Streams the replies of an open journal in the order of the file, each key once. Throws EVA_DISK. */
function* repliesIn(fd: number, path: string, places: Pick<DigestMap, 'get'>): Generator<StoredReply> {
  for (const line of linesOf(fd, path)) {
    const taken = takeOf(line, takeReply);
    if ('value' in taken && places.get(taken.value.key) === line.start) yield taken.value;
  }
}

const numberAtEnd = /,"n":([1-9]\d{0,9})}$/;

/** Returns the header in the first line of a journal; null if the line is not a header. Throws EVA_NEWER_JOURNAL. */
function headerOf(first: FileLine, path: string): JournalHeader | null {
  if (isOfNewer(first))
    throw evaError('EVA_NEWER_JOURNAL', `a newer version of eva wrote ${short(path)}`, {
      hint: 'update eva, or start the run again; eva changed nothing in the journal',
    });
  const value = valueIn(first);
  return isHeader(value) ? value : null;
}

/** Returns true if a newer version wrote the journal with this first line. */
function isOfNewer(first: FileLine): boolean {
  const value = valueIn(first);
  return isObject(value) && Number(value['journal']) > journalVersion;
}

/** Parses a line; null if it is not JSON. */
function valueIn(line: FileLine): unknown {
  const taken = takeOf(line, (value) => ({ value }));
  return 'value' in taken ? taken.value : null;
}

const takeEntry: TakeRow<StoredReply | JournalNote> = (value) => {
  if (!isObject(value) || !Object.hasOwn(value, 'note') || typeof value['note'] !== 'string') return takeReply(value);
  const { n: _number, ...note } = value;
  return { value: note as unknown as JournalNote };
};

function takeOf<T>({ bytes }: FileLine, take: TakeRow<T>): ReturnType<TakeRow<T>> {
  return bytes === null ? { reason: 'is longer than 64 MiB' } : takeLine(bytes, take);
}

function headless(path: string): Problem {
  return problem(
    'EVA_BAD_JOURNAL:header',
    'the first line of the journal, which names its run, is damaged or missing',
    {
      hint: 'eva takes the name of the folder and uses every readable line; it removes nothing',
      at: { file: path, line: 1 },
      severity: 'warning',
    },
  );
}

function isHeader(value: unknown): value is JournalHeader {
  if (!isObject(value)) return false;
  const { run_id, id, eva_version, journal, ts = '' } = value;
  return journal === journalVersion && [run_id, id, eva_version, ts].every((fact) => typeof fact === 'string');
}

export interface ReadJournal extends Omit<JournalScan, 'places'> {
  /** Replies in the order of the file, each key once. Each iteration reads them from the disk. */
  readonly replies: Iterable<StoredReply>;
  /** Opens the file, to read replies by their keys until `close`. Throws EVA_DISK, EVA_ODD_FILE. */
  readonly open: () => Pick<ReplyStore, 'get'> & { readonly close: () => void };
}

/** Reads the journal of a run without changing it. Throws EVA_BAD_RUN, EVA_NEWER_JOURNAL, EVA_DISK, EVA_ODD_FILE. */
export function readJournal(dir: string): ReadJournal {
  const path = requireJournal(dir);
  const fd = onDisk('read', path, () => openRegular(path, constants.O_RDONLY));
  try {
    const { places, ...rest } = scanJournal(fd, path);
    const open = () => {
      const file = { fd: onDisk('read', path, () => openRegular(path, constants.O_RDONLY)), path };
      return { get: (key: string) => replyAt(file, places, key), close: () => closeSync(file.fd) };
    };
    return { ...rest, replies: { [Symbol.iterator]: () => repliesOf(path, places) }, open };
  } finally {
    closeSync(fd);
  }
}

function* repliesOf(path: string, places: Pick<DigestMap, 'get'>): Generator<StoredReply> {
  const fd = onDisk('read', path, () => openRegular(path, constants.O_RDONLY));
  try {
    yield* repliesIn(fd, path, places);
  } finally {
    closeSync(fd);
  }
}

interface JournalHead {
  /** null if its line is damaged. */
  readonly header: JournalHeader | null;
  /** The note in the second line; null if another line is there. */
  readonly note: JournalNote | null;
  readonly bytes: number;
}

/** Reads the first two lines of a journal, and the size of the file. Throws as `readJournal` does. */
export function readJournalHeader(dir: string): JournalHead {
  const path = requireJournal(dir);
  const read = (fd: number) => {
    const lines = linesOf(fd, path);
    const [first, second] = [lines.next().value, lines.next().value];
    const taken = second && takeOf(second, takeEntry);
    const note = taken && 'value' in taken && 'note' in taken.value ? taken.value : null;
    return { header: first ? headerOf(first, path) : null, note, bytes: fstatSync(fd).size };
  };
  const none = { header: null, note: null, bytes: 0 };
  return onDisk('read', path, () => withRegular(path, constants.O_RDONLY, read)) ?? none;
}

/** Returns why a journal prevents a resume: it is gone, or a newer version wrote it; else null. Throws EVA_DISK, EVA_ODD_FILE. */
export function journalBar(dir: string): 'gone' | 'newer' | null {
  const path = journalPath(dir);
  const beginsNewer = (fd: number) => {
    const first = linesOf(fd, path).next().value;
    return first !== undefined && isOfNewer(first);
  };
  const isNewer = onDisk('read', path, () => withRegular(path, constants.O_RDONLY, beginsNewer));
  if (isNewer === null) return 'gone';
  return isNewer ? 'newer' : null;
}

const beginOfReply = Buffer.from('{"key":');

/** The maximum size of a journal whose replies are counted, in bytes. Larger ones would delay a list of runs. */
const mostCountedBytes = 256 * 1024 * 1024;

/**
 * Counts the replies in the journal of a run by the first bytes of its lines; null without a journal or above 256 MiB. Throws EVA_DISK,
 * EVA_ODD_FILE.
 */
export function countReplies(dir: string): number | null {
  const path = journalPath(dir);
  const count = (fd: number) => {
    if (fstatSync(fd).size > mostCountedBytes) return null;
    let replies = 0;
    for (const { bytes } of linesOf(fd, path)) if (bytes && isReplyLine(bytes)) replies += 1;
    return replies;
  };
  return onDisk('read', path, () => withRegular(path, constants.O_RDONLY, count));
}

/** Returns true if a line of a journal begins as a reply does. */
export function isReplyLine(line: Buffer): boolean {
  return line.subarray(0, beginOfReply.length).equals(beginOfReply);
}

function badLine(isEnded: boolean, reason: string, at: Place): Problem {
  const hint = 'eva asks for this reply again and uses every other line; it removes nothing';
  return isEnded
    ? problem('EVA_BAD_JOURNAL:line', `this line of the journal ${short(reason)}`, { hint, at, severity: 'warning' })
    : problem(
        'EVA_BAD_JOURNAL:last_line',
        `the last line of the journal ${short(reason)}: the process was killed while it wrote the line`,
        { hint, at, severity: 'warning' },
      );
}
