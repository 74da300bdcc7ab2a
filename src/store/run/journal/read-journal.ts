import { closeSync, constants, fstatSync } from 'node:fs';
import type { DigestMap } from '#model/data/digest-map.js';
import type { Problem } from '#model/problem.js';
import type { StoredReply } from '#model/reply/exchange.js';
import { onDisk } from '../../files/disk-error.js';
import { linesOf } from '../../files/line-reader.js';
import { openRegular, withRegular } from '../../files/regular-file.js';
import {
  isOfNewer,
  type JournalHeader,
  type JournalNote,
  journalPath,
  repliesIn,
  requireJournal,
  scanJournal,
} from './journal-scan.js';

/** A journal that is opened for reading. */
export interface ReadJournal {
  /** null if the first line is damaged or missing. */
  readonly header: JournalHeader | null;
  /** Replies in the order of the file. Each iteration reads them from the disk. */
  readonly replies: Iterable<StoredReply>;
  readonly notes: readonly JournalNote[];
  /** The first line before which lines are missing or damaged; null if none are. */
  readonly gap: number | null;
  /** A warning for each line that cannot be used. */
  readonly problems: readonly Problem[];
}

/** Reads the journal of a run without changing it. Throws EVA_BAD_RUN, EVA_NEWER_JOURNAL, EVA_DISK, EVA_ODD_FILE. */
export function readJournal(dir: string): ReadJournal {
  const path = requireJournal(dir);
  const fd = onDisk('read', path, () => openRegular(path, constants.O_RDONLY));
  try {
    const { places, ...rest } = scanJournal(fd, path);
    return { ...rest, replies: { [Symbol.iterator]: () => repliesOf(path, places) } };
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

/** Returns why a journal prevents a resume: it is gone, or a newer version wrote it; else null. Throws EVA_DISK, EVA_ODD_FILE. */
export function journalBar(dir: string): 'gone' | 'newer' | null {
  const path = journalPath(dir);
  const isNewer = onDisk('read', path, () => withRegular(path, constants.O_RDONLY, (fd) => beginsNewer(fd, path)));
  if (isNewer === null) return 'gone';
  return isNewer ? 'newer' : null;
}

function beginsNewer(fd: number, path: string): boolean {
  const first = linesOf(fd, path).next().value;
  return first !== undefined && isOfNewer(first);
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
  return onDisk('read', path, () => withRegular(path, constants.O_RDONLY, (fd) => repliesAmong(fd, path)));
}

function repliesAmong(fd: number, path: string): number | null {
  if (fstatSync(fd).size > mostCountedBytes) return null;
  let replies = 0;
  for (const { bytes } of linesOf(fd, path)) {
    if (bytes && isReplyLine(bytes)) replies += 1;
  }
  return replies;
}

/** Returns true if a line of a journal begins as a reply does. */
export function isReplyLine(line: Buffer): boolean {
  return line.subarray(0, beginOfReply.length).equals(beginOfReply);
}
