import { join } from 'node:path';
import { evaError, orNull } from '#model/problem.js';
import type { ItemChoice } from '#model/run/sample.js';
import { short } from '#model/text/quoted.js';
import { writeAtomically } from '../files/atomic-write.js';
import { readJson } from '../files/jsonl.js';
import { privateMode } from '../files/regular-file.js';
import { type Journal, type JournalNote, readJournalHeader } from './journal.js';
import { storedFlaw } from './stored-flaw.js';

/** The command that was dealt to shards, so that a merge knows prompts of which it has no run. */
export interface StoredCommand {
  readonly command: 1;
  /** The digest of what was dealt. */
  readonly digest: string;
  /** The number of shards. */
  readonly of: number;
  /** The names of the chosen cases; empty for all. */
  readonly only: readonly string[];
  /** The variants and models of the command line; empty for those of the files. */
  readonly models: readonly string[];
  /** The prompt whose cases the command line chose. Absent without. */
  readonly cases_of?: string;
  readonly items?: ItemChoice;
  /** All runs of the command, in its order. */
  readonly runs: readonly { readonly id: string; readonly variant?: string; readonly cases_of?: string }[];
}

const file = 'command.json';

/** A hundred thousand prompts with long names. */
const maxBytes = 32 * 1024 * 1024;

/** Writes the command of a shard to the folder of its first run. Throws EVA_DISK, EVA_ODD_FILE. */
export function writeCommand(runDir: string, command: StoredCommand): void {
  writeAtomically(join(runDir, file), `${JSON.stringify(command)}\n`, privateMode.file);
}

/** Reads the command of a shard; null for a folder without one. Throws EVA_BAD_RUN for a damaged file, EVA_DISK, EVA_ODD_FILE. */
export function readCommand(runDir: string): StoredCommand | null {
  const document = readJson(join(runDir, file), maxBytes);
  if (document === undefined) return null;
  const flaw = storedFlaw('command', document);
  if (flaw === null) return document as StoredCommand;
  throw evaError('EVA_BAD_RUN:command', `cannot read ${short(join(runDir, file))}: ${short(flaw)}`, {
    hint: 'the file was edited or cut; copy the folder again from the machine that collected it',
  });
}

const mergedFile = 'merged';

/**
 * Notes in the folders of shards that their rows are written, so that no later job takes their replies. The first note names all of them: a merge that is
 * killed after it has closed all. A folder that takes no file stays as it is.
 */
export function closeShares(folders: readonly { readonly dir: string; readonly runId: string }[]): void {
  for (const [at, { dir, runId }] of folders.entries()) {
    const names = at === 0 ? folders.map((folder) => folder.runId) : [runId];
    orNull(() => writeAtomically(join(dir, mergedFile), `${JSON.stringify(names)}\n`, privateMode.file));
  }
}

/** Returns the names of runs that were merged, by the notes in these folders: a list for each note. */
export function mergedLists(dirs: readonly string[]): readonly (readonly string[])[] {
  return dirs.flatMap((dir) => {
    const names: unknown = orNull(() => readJson(join(dir, mergedFile), maxBytes));
    return Array.isArray(names) ? [names.filter((name) => typeof name === 'string')] : [];
  });
}

/** What a journal notes of its process. */
interface ShareNote {
  /** The digest of the job, the command line and the number of the shard. */
  readonly key: string;
  /** The job of the engine, or the name that the user gave; null without one. */
  readonly job: string | null;
  readonly continues: readonly string[];
}

/** Notes whose process a journal is. */
export function noteShare(journal: Journal, { key, job, continues }: ShareNote): void {
  journal.note({ note: 'share', key, job, continues });
}

/** Returns what a journal notes of its process; null for one of another command. */
export function shareNote(notes: readonly JournalNote[]): ShareNote | null {
  const [first] = notes;
  if (first?.note !== 'share') return null;
  const [key, job, continues] = [first['key'], first['job'], first['continues']];
  const isSound = typeof key === 'string' && (job === null || typeof job === 'string') && Array.isArray(continues);
  return isSound && continues.every((name) => typeof name === 'string') ? { key, job, continues } : null;
}

/** Returns what the journal in a folder notes of its process; null for a folder of no shard, and one that cannot be read. */
export function shareNoteIn(dir: string): ShareNote | null {
  const note = orNull(() => readJournalHeader(dir))?.note;
  return note ? shareNote([note]) : null;
}
