import { isUtf8 } from 'node:buffer';
import { basename, join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { excessOf, fileBounds } from '#model/data/bounded-json.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { storedFlaw } from '#schema/stored.js';
import { readRegular } from '../../files/regular-file.js';
import { fillInputs } from '../journal/input-refs.js';

/** The documents in the folder of a run, by their names without `.json`. */
interface StoredDocuments {
  readonly plan: RunPlan;
  readonly result: RunResult;
}

/** The maximum size of a file that eva reads, in bytes. */
const maxBytes = 256 * 1024 * 1024;

/**
 * Reads a JSON document in the folder of a run, with its inputs, and checks its shape. `isInterrupted`: true if a missing document means
 * that the run was interrupted. Throws EVA_BAD_RUN, EVA_ODD_FILE, EVA_DISK.
 */
export function readDocument<K extends keyof StoredDocuments>(
  dir: string,
  kind: K,
  isInterrupted: boolean,
): StoredDocuments[K] {
  const file = `${kind}.json`;
  const run_id = basename(dir);
  const bytes = readRegular(join(dir, file), maxBytes, (_path, limit_mib) => {
    return new EvaError([problem('EVA_BAD_RUN:large_document', { run_id, file, limit_mib })]);
  });
  if (bytes === null) throw new EvaError([problem('EVA_BAD_RUN:no_document', { run_id, file, isInterrupted })]);
  const value = parsed(bytes);
  if (value === undefined) throw new EvaError([problem('EVA_BAD_RUN:not_json', { run_id, file })]);
  fillInputs(dir, value);
  const flaw = storedFlaw(kind, value);
  if (flaw !== null) throw new EvaError([problem('EVA_BAD_RUN:flawed_document', { run_id, file, flaw })]);
  return value as StoredDocuments[K];
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
