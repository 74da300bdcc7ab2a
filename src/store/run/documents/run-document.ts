import { isUtf8 } from 'node:buffer';
import { constants, fstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import type { AfterLoss } from '#errors/sentences/runs/store.js';
import { damaged } from '#errors/sentences/runs/store.js';
import { excessOf, fileBounds } from '#model/data/json.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { short } from '#model/text/quoted.js';
import { onDisk } from '../../files/disk-error.js';
import { readRegular, withRegular } from '../../files/regular-file.js';
import { fillInputs } from '../journal/input-log.js';
import { parseResultLines } from './result-lines.js';
import { storedFlaw } from './stored-flaw.js';

/** The documents in the folder of a run, by their names without `.json`. */
interface StoredDocuments {
  readonly plan: RunPlan;
  readonly result: RunResult;
}

/** The maximum size of a file that eva reads as a whole, in bytes. A larger result is read line by line. */
const maxBytes = 256 * 1024 * 1024;

/**
 * Reads a JSON document in the folder of a run, with its inputs, and checks its shape. A result may have any size. `next`: what replaces a missing document.
 * Throws EVA_BAD_RUN, EVA_ODD_FILE, EVA_DISK.
 */
export function readDocument<K extends keyof StoredDocuments>(
  dir: string,
  kind: K,
  next: AfterLoss,
): StoredDocuments[K] {
  const file = `${kind}.json`;
  const run_id = basename(dir);
  const path = join(dir, file);
  const value = kind === 'result' && isLarge(path) ? readByLines(path, run_id) : readWhole(path, run_id, next);
  fillInputs(dir, value);
  const flaw = storedFlaw(kind, value);
  if (flaw !== null)
    throw new EvaError([
      problem('EVA_BAD_RUN:flawed_document', `cannot read run ${short(run_id)}: ${short(file)}: ${short(flaw)}`, {
        hint: damaged,
      }),
    ]);
  return value as StoredDocuments[K];
}

/** Returns true for a regular file above 256 MiB. Throws EVA_ODD_FILE, EVA_DISK. */
function isLarge(path: string): boolean {
  return (
    onDisk('read', path, () => withRegular(path, constants.O_RDONLY, (fd) => fstatSync(fd).size > maxBytes)) === true
  );
}

function readByLines(path: string, run_id: string): unknown {
  const value = onDisk('read', path, () => withRegular(path, constants.O_RDONLY, (fd) => parseResultLines(fd, path)));
  if (value === undefined) throw tooLarge(path, run_id);
  return value;
}

function readWhole(path: string, run_id: string, next: AfterLoss): unknown {
  const file = basename(path);
  const bytes = readRegular(path, maxBytes, () => tooLarge(path, run_id));
  if (bytes === null) throw new EvaError([problem('EVA_BAD_RUN:no_document', { run_id, file, next })]);
  const value = parsed(bytes);
  if (value === undefined)
    throw new EvaError([
      problem('EVA_BAD_RUN:not_json', `cannot read run ${short(run_id)}: ${short(file)} is not complete JSON`, {
        hint: damaged,
      }),
    ]);
  return value;
}

function tooLarge(path: string, run_id: string): EvaError {
  const limit_mib = maxBytes / 1024 / 1024;
  return new EvaError([problem('EVA_BAD_RUN:large_document', { run_id, file: basename(path), limit_mib })]);
}

/** Parses JSON; undefined if the bytes are not JSON in UTF-8 or are nested too deeply. */
function parsed(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  if (excessOf(text, { ...fileBounds, marks: Number.POSITIVE_INFINITY })) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
