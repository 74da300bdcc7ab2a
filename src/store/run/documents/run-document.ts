import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { basename, join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import type { AfterLoss } from '#errors/sentences/runs/store.js';
import { excessOf, fileBounds } from '#model/data/json.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import { storedFlaw } from '#schema/stored.js';
import { onDisk } from '../../files/disk-error.js';
import { takeLine } from '../../files/jsonl.js';
import { linesOf } from '../../files/line-reader.js';
import { readRegular, withRegular } from '../../files/regular-file.js';
import { fillInputs } from '../journal/input-log.js';
import { type GradedTrialLine, takeTrial } from '../journal/trial-log.js';

/** The documents in the folder of a run, by their names without `.json`. */
interface StoredDocuments {
  readonly plan: RunPlan;
  readonly result: RunResult;
}

/** The maximum size of a file that eva reads, in bytes. */
const maxBytes = 256 * 1024 * 1024;

/**
 * Reads a JSON document in the folder of a run, with its inputs, and checks its shape. `next`: what replaces a missing document.
 * Throws EVA_BAD_RUN, EVA_ODD_FILE, EVA_DISK.
 */
export function readDocument<K extends keyof StoredDocuments>(
  dir: string,
  kind: K,
  next: AfterLoss,
): StoredDocuments[K] {
  const file = `${kind}.json`;
  const run_id = basename(dir);
  const bytes = readRegular(join(dir, file), maxBytes, (_path, limit_mib) => {
    return new EvaError([problem('EVA_BAD_RUN:large_document', { run_id, file, limit_mib })]);
  });
  if (bytes === null) throw new EvaError([problem('EVA_BAD_RUN:no_document', { run_id, file, next })]);
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

/**
 * Reads the wanted trials of `trials.jsonl`, with all their texts. Keeps no other line in memory, and skips damaged ones. Returns no trials
 * without a file. Throws EVA_BAD_RUN, EVA_DISK, EVA_ODD_FILE.
 */
export function readTrials(
  dir: string,
  isWanted: (name: string, trial: number) => boolean,
): readonly GradedTrialLine[] {
  const path = join(dir, 'trials.jsonl');
  const found: GradedTrialLine[] = [];
  const read = (fd: number) => {
    for (const { bytes } of linesOf(fd, path)) {
      const taken = bytes ? takeLine(bytes, takeTrial) : null;
      if (taken && 'value' in taken && isWanted(taken.value.case, taken.value.trial.index)) found.push(taken.value);
    }
  };
  onDisk('read', path, () => withRegular(path, constants.O_RDONLY, read));
  fillInputs(dir, { cases: [{ trials: found.map(({ trial }) => trial) }] });
  return found.filter((line) => storedFlaw('gradedTrial', line) === null);
}
