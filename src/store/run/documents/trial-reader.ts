import { closeSync, constants } from 'node:fs';
import { join } from 'node:path';
import { onDisk } from '../../files/disk-error.js';
import { takeLine } from '../../files/jsonl.js';
import { lineAt, linesOf } from '../../files/line-reader.js';
import { openIfThere } from '../../files/regular-file.js';
import { openInputTexts } from '../journal/input-log.js';
import { type GradedTrialLine, takeTrial } from '../journal/trial-log.js';
import { storedFlaw } from './stored-flaw.js';

/** The indexes of the wanted trials of each case, by its name. */
export type WantedTrials = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * Reads wanted trials of `trials.jsonl` with all their texts, one at a time, in the order of `wanted` and then by index. Keeps only the
 * places of lines in memory. Skips damaged lines, and yields nothing without a file. Throws EVA_BAD_RUN, EVA_DISK, EVA_ODD_FILE.
 */
export function* trialsInOrder(dir: string, wanted: WantedTrials): Generator<GradedTrialLine> {
  const path = join(dir, 'trials.jsonl');
  const fd = onDisk('read', path, () => openIfThere(path, constants.O_RDONLY));
  if (fd === null) return;
  const inputs = openInputTexts(dir);
  try {
    for (const start of placesOf(fd, path, wanted)) {
      const line = parsed(onDisk('read', path, () => lineAt(fd, start)));
      if (!line) continue;
      inputs.fill({ cases: [{ trials: [line.trial] }] });
      if (storedFlaw('gradedTrial', line) === null) yield line;
    }
  } finally {
    inputs.close();
    closeSync(fd);
  }
}

/** Trials of a run that are read one at a time, in any order. */
export interface OpenTrials {
  /** Returns a trial with all its texts; null if its line is missing or damaged. Throws EVA_BAD_RUN, EVA_DISK. */
  readonly read: (name: string, index: number) => GradedTrialLine | null;
  readonly close: () => void;
}

/** Opens the wanted trials of `trials.jsonl`, and keeps the places of their lines in memory. Returns null without a file. Throws EVA_DISK, EVA_ODD_FILE. */
export function openTrials(dir: string, wanted: WantedTrials): OpenTrials | null {
  const path = join(dir, 'trials.jsonl');
  const fd = onDisk('read', path, () => openIfThere(path, constants.O_RDONLY));
  if (fd === null) return null;
  const places = placesByCase(fd, path, wanted);
  const inputs = openInputTexts(dir);
  return {
    read: (name, index) => {
      const start = places.get(name)?.get(index);
      const line = start === undefined ? null : parsed(onDisk('read', path, () => lineAt(fd, start)));
      if (!line) return null;
      inputs.fill({ cases: [{ trials: [line.trial] }] });
      return storedFlaw('gradedTrial', line) === null ? line : null;
    },
    close: () => {
      inputs.close();
      closeSync(fd);
    },
  };
}

/** Returns the offsets of the lines of wanted trials in their order. */
function placesOf(fd: number, path: string, wanted: WantedTrials): readonly number[] {
  const byCase = placesByCase(fd, path, wanted);
  return [...byCase.values()].flatMap((own) => [...own].sort(([a], [b]) => a - b).map(([, start]) => start));
}

/** Returns the offset of the line of each wanted trial, by case and index. Of several lines of one trial the last counts. */
function placesByCase(
  fd: number,
  path: string,
  wanted: WantedTrials,
): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const byCase = new Map([...wanted.keys()].map((name) => [name, new Map<number, number>()]));
  for (const { bytes, start } of linesOf(fd, path)) {
    const line = parsed(bytes);
    if (line && wanted.get(line.case)?.has(line.trial.index)) byCase.get(line.case)?.set(line.trial.index, start);
  }
  return byCase;
}

/** Returns the trial of a line; null if it cannot be used. */
export function parsed(bytes: Buffer | null): GradedTrialLine | null {
  const taken = bytes ? takeLine(bytes, takeTrial) : null;
  return taken && 'value' in taken ? taken.value : null;
}
