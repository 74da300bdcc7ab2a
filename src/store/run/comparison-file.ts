import { join } from 'node:path';
import { isObject } from '#model/data/json.js';
import { type Comparison, pairOutcomes } from '#model/pairs/comparison.js';
import { flawedField, isFlag, isText, oneOf } from '#model/reply/reply-flaw.js';
import { writeAtomically } from '../files/atomic-write.js';
import { readJson } from '../files/jsonl.js';
import { privateMode } from '../files/regular-file.js';

const fileName = 'comparison.json';

/** Writes `comparison.json` into the folder of B's run, and waits until the disk has it. Throws EVA_DISK, EVA_ODD_FILE. */
export function writeComparison(runDir: string, comparison: Comparison): void {
  writeAtomically(join(runDir, fileName), `${JSON.stringify(comparison, null, 2)}\n`, privateMode.file);
}

const maxBytes = 64 * 1024 * 1024;

/** Reads `comparison.json` from the folder of B's run; null if it is missing, or not what this version writes. Throws EVA_DISK, EVA_ODD_FILE. */
export function readComparison(runDir: string): Comparison | null {
  const value = readJson(join(runDir, fileName), maxBytes);
  return flawedField(value, facts) === null ? (value as Comparison) : null;
}

const isNumber = (value: unknown) => typeof value === 'number';

const side = {
  label: isText,
  kind: isText,
  id: isText,
  run_id: isText,
  evidence: { prompt: isText, cases: isText, judge: isText, models: isText, synthetic: isFlag },
  kept: isNumber,
  asked: isNumber,
};

const facts = {
  schema: oneOf('eva-comparison/1'),
  id: isText,
  ts: isText,
  against: isText,
  a: side,
  b: side,
  same: isFlag,
  state: oneOf('finished', 'unfinished'),
  partial: isFlag,
  outcome: (value: unknown) => value === null || oneOf(...pairOutcomes)(value),
  margin: isNumber,
  alpha: isNumber,
  cases: (value: unknown) => Array.isArray(value) && value.every(isObject),
};
