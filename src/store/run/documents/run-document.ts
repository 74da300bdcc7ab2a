import { isUtf8 } from 'node:buffer';
import { basename, join } from 'node:path';
import { excessOf, fileBounds } from '#model/data/bounded-json.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { storedFlaw } from '#schema/stored.js';
import { readRegular } from '../../files/regular-file.js';
import { badRun, damaged } from '../bad-run.js';
import { fillInputs } from '../journal/input-refs.js';

/** The documents in the folder of a run, by their names without `.json`. */
interface StoredDocuments {
  readonly plan: RunPlan;
  readonly result: RunResult;
}

/** Larger files are not read. */
const maxBytes = 256 * 1024 * 1024;

const beyondReading =
  'eva reads no more of a run; the row of .eval.jsonl has its verdicts. Fewer trials make a smaller one';

/**
 * Reads a JSON document in the folder of a run, with its inputs, and checks its shape. `missing` is the hint if there is no document.
 * Throws EVA_BAD_RUN, EVA_ODD_FILE, EVA_DISK.
 */
export function readDocument<K extends keyof StoredDocuments>(
  dir: string,
  kind: K,
  missing: string,
): StoredDocuments[K] {
  const file = `${kind}.json`;
  const run = basename(dir);
  const bytes = readRegular(join(dir, file), maxBytes, (_path, more) =>
    badRun(run, `${file} is ${more}`, beyondReading),
  );
  if (bytes === null) throw badRun(run, `it has no ${file}`, missing);
  const value = parsed(bytes);
  if (value === undefined) throw badRun(run, `${file} is not complete JSON`, damaged);
  fillInputs(dir, value);
  const flaw = storedFlaw(kind, value);
  if (flaw !== null) throw badRun(run, `${file}: ${flaw}`, damaged);
  return value as StoredDocuments[K];
}

/** Returns undefined if the bytes are not JSON in UTF-8, or nested deeper than anything that eva writes. */
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
