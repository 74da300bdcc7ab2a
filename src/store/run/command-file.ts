import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { evaError, orNull } from '#model/problem.js';
import type { ItemChoice } from '#model/run/sample.js';
import { short } from '#model/text/quoted.js';
import { writeAtomically } from '../files/atomic-write.js';
import { readJson } from '../files/jsonl.js';
import { privateMode } from '../files/regular-file.js';
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

/** Returns true for the folder of a shard whose row `eva merge` has written. */
export function isClosed(dir: string): boolean {
  return existsSync(join(dir, mergedFile));
}

/** Notes in the folder of a shard that its row is written, so that no later job takes its replies. A folder that takes no file stays as it is. */
export function closeShare(dir: string): void {
  orNull(() => writeAtomically(join(dir, mergedFile), '', privateMode.file));
}
