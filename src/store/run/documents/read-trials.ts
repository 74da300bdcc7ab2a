import { constants } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '#model/data/json.js';
import { onDisk } from '../../files/disk-error.js';
import { takeLine } from '../../files/jsonl.js';
import { linesOf } from '../../files/line-reader.js';
import { withRegular } from '../../files/regular-file.js';
import { fillInputs } from '../journal/input-refs.js';
import type { GradedTrialLine } from '../journal/trial-log.js';

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
  return found;
}

function takeTrial(value: unknown): { readonly value: GradedTrialLine } | { readonly reason: string } {
  const reason = 'is not a trial';
  if (!isObject(value) || typeof value['case'] !== 'string' || !isObject(value['trial'])) return { reason };
  const { index, turns, outcome } = value['trial'];
  const isTrial = Number.isInteger(index) && typeof outcome === 'string' && Array.isArray(turns) && turns.every(isTurn);
  const scores = value['scores'];
  return isTrial && Array.isArray(scores) && scores.every(isScore)
    ? { value: value as unknown as GradedTrialLine }
    : { reason };
}

/** Returns true for a turn as the file holds it, in which a digest may replace a long message. */
function isTurn(turn: unknown): boolean {
  return isObject(turn) && typeof turn['app_response'] === 'string' && 'user_message' in turn;
}

function isScore(score: unknown): boolean {
  return isObject(score) && Array.isArray(score['findings']) && score['findings'].every(isFinding);
}

function isFinding(finding: unknown): boolean {
  return isObject(finding) && typeof finding['about'] === 'string' && typeof finding['reason'] === 'string';
}
