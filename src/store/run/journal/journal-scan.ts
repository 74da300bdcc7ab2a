import { lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { DigestMap } from '#model/data/digest-map.js';
import { isObject, type JsonObject } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import type { StoredReply } from '#model/reply/exchange.js';
import { short } from '#model/text/quoted.js';
import { onDisk } from '../../files/disk-error.js';
import { type TakeRow, takeLine } from '../../files/jsonl.js';
import { type FileLine, linesOf } from '../../files/line-reader.js';
import { takeReply } from '../../replies/stored-reply.js';

/** The version of the journal format that this eva writes and reads. */
export const journalVersion = 1;

/** The first line of a journal. */
export interface JournalHeader {
  readonly run_id: string;
  readonly id: string;
  readonly eva_version: string;
  readonly journal: typeof journalVersion;
}

/** A line of a journal that is not a reply. `note` names the event of the run. */
export interface JournalNote extends JsonObject {
  readonly note: string;
}

/** The content of a journal, without its replies. */
export interface JournalScan {
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

/** Returns the path of the journal in a run's directory. */
export function journalPath(dir: string): string {
  return join(dir, 'journal.jsonl');
}

/** Returns the path of an existing journal. Throws EVA_BAD_RUN if it is missing, EVA_DISK. */
export function requireJournal(dir: string): string {
  const path = journalPath(dir);
  if (onDisk('read', path, () => lstatSync(path, { throwIfNoEntry: false }))) return path;
  throw new EvaError([
    problem('EVA_BAD_RUN:no_journal', `cannot read run ${short(basename(dir))}: it has no journal.jsonl`, {
      hint: 'the file was deleted; start the run again',
    }),
  ]);
}

/** Reads an open journal once, and keeps no replies. Throws EVA_NEWER_JOURNAL if a newer version wrote it, and EVA_DISK. */
export function scanJournal(fd: number, path: string): JournalScan {
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
      problems.push(...(line.start === 0 ? [] : [unusable(line, taken.reason, path)]));
      continue;
    }
    const number = numberOf(line);
    if (!(number <= last + 1)) gap ??= line.line;
    else last = Math.max(last, number);
    if ('note' in taken.value) notes.push(taken.value);
    else places.set(taken.value.key, line.start);
  }
  return { header, places, notes, last, gap, problems: [...(header ? [] : [headless(path)]), ...problems] };
}

/** Streams the replies of an open journal in the order of the file, each key once. Throws EVA_DISK. */
export function* repliesIn(fd: number, path: string, places: Pick<DigestMap, 'get'>): Generator<StoredReply> {
  for (const line of linesOf(fd, path)) {
    const taken = takeOf(line, takeReply);
    if ('value' in taken && places.get(taken.value.key) === line.start) yield taken.value;
  }
}

const numberAtEnd = /,"n":([1-9]\d{0,9})}$/;

/** Returns a line of a journal with its number at its end, where its first bytes stay those of a reply or note. */
export function numbered(line: object, n: number): object {
  return { ...line, n };
}

/** Returns the number of a line; NaN without one. */
function numberOf({ bytes }: FileLine): number {
  return Number(numberAtEnd.exec(bytes?.subarray(-20).toString('latin1').trimEnd() ?? '')?.[1]);
}

/** Returns the header in the first line of a journal; null if the line is not a header. Throws EVA_NEWER_JOURNAL. */
function headerOf(first: FileLine, path: string): JournalHeader | null {
  if (isOfNewer(first))
    throw new EvaError([
      problem('EVA_NEWER_JOURNAL', `a newer version of eva wrote ${short(path)}`, {
        hint: 'update eva, or start the run again; eva changed nothing in the journal',
      }),
    ]);
  const value = valueIn(first);
  return isHeader(value) ? value : null;
}

/** Returns true if a newer version wrote the journal with this first line. */
export function isOfNewer(first: FileLine): boolean {
  const value = valueIn(first);
  return isObject(value) && Number(value['journal']) > journalVersion;
}

/** Parses a line; null if it is not JSON. */
function valueIn(line: FileLine): unknown {
  const taken = takeOf(line, (value) => ({ value }));
  return 'value' in taken ? taken.value : null;
}

const takeEntry: TakeRow<StoredReply | JournalNote> = (value) => {
  if (!isNote(value)) return takeReply(value);
  const { n: _number, ...note } = value;
  return { value: note as JournalNote };
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
  const { run_id, id, eva_version, journal } = value;
  return journal === journalVersion && [run_id, id, eva_version].every((one) => typeof one === 'string');
}

function isNote(value: unknown): value is JournalNote {
  return isObject(value) && Object.hasOwn(value, 'note') && typeof value['note'] === 'string';
}

function unusable({ line, isEnded }: FileLine, reason: string, path: string): Problem {
  const key = isEnded ? 'EVA_BAD_JOURNAL:line' : 'EVA_BAD_JOURNAL:last_line';
  return problem(key, { reason }, { at: { file: path, line }, severity: 'warning' });
}
