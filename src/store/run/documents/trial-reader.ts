import { closeSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { Origin } from '#model/dataset.js';
import { onDisk } from '../../files/disk-error.js';
import { takeLine } from '../../files/jsonl.js';
import { lineAt, linesOf } from '../../files/line-reader.js';
import { openIfThere } from '../../files/regular-file.js';
import { openInputTexts } from '../journal/input-log.js';
import { type GradedTrialLine, takeTrial } from '../journal/trial-log.js';
import { storedFlaw } from './stored-flaw.js';

/** The indexes of the wanted trials of each case, by its name. */
export type WantedTrials = ReadonlyMap<string, ReadonlySet<number>>;

/** A trial in `trials.jsonl`: its number, and its item. */
export interface TrialSpot {
  readonly index: number;
  /** Absent if its case has no data set. */
  readonly origin?: Origin;
  /** The beginning of the digest of the item's id and used values. Absent without a data set. */
  readonly values?: string;
}

/** The trials of a run, read from the disk one at a time, in any order. */
export interface OpenTrials {
  /** Returns the trials of a case that have a reply or failed, by their number. Damaged lines are skipped. */
  readonly spots: (caseName: string) => readonly TrialSpot[];
  /** Returns a trial with all its texts; null if its line is missing or damaged. Throws EVA_BAD_RUN, EVA_DISK. */
  readonly read: (caseName: string, index: number) => GradedTrialLine | null;
  /** Closes the files. May be called again. */
  readonly close: () => void;
}

/**
 * Opens `trials.jsonl` of a run to read its trials, or only the wanted ones; null without the file. Keeps places and items in memory, no
 * texts. Throws EVA_DISK, EVA_ODD_FILE.
 */
export function openTrials(dir: string, wanted?: WantedTrials): OpenTrials | null {
  const path = join(dir, 'trials.jsonl');
  const fd = onDisk('read', path, () => openIfThere(path, constants.O_RDONLY));
  if (fd === null) return null;
  const places = placesIn(fd, path, wanted);
  const inputs = openInputTexts(dir);
  let isOpen = true;
  return {
    spots: (name) =>
      [...(places.get(name)?.values() ?? [])]
        .flatMap(({ spot, isMissing }) => (isMissing ? [] : [spot]))
        .sort((a, b) => a.index - b.index),
    read: (name, index) => {
      const start = places.get(name)?.get(index)?.start;
      const line = start === undefined ? null : parsed(onDisk('read', path, () => lineAt(fd, start)));
      if (!line) return null;
      inputs.fill({ cases: [{ trials: [line.trial] }] });
      return storedFlaw('gradedTrial', line) === null ? line : null;
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      inputs.close();
      closeSync(fd);
    },
  };
}

/**
 * Reads wanted trials of `trials.jsonl` with all their texts, one at a time, in the order of `wanted` and then by index. Skips damaged
 * lines, and yields nothing without a file. Throws EVA_BAD_RUN, EVA_DISK, EVA_ODD_FILE.
 */
export function* trialsInOrder(dir: string, wanted: WantedTrials): Generator<GradedTrialLine> {
  const trials = openTrials(dir, wanted);
  try {
    for (const [name, indexes] of wanted) {
      for (const index of [...indexes].sort((a, b) => a - b)) {
        const line = trials?.read(name, index);
        if (line) yield line;
      }
    }
  } finally {
    trials?.close();
  }
}

interface Placed {
  readonly start: number;
  readonly spot: TrialSpot;
  readonly isMissing: boolean;
}

/** Returns the offsets of the lines of trials, by case and index. Of several lines of one trial the last counts. */
function placesIn(fd: number, path: string, wanted?: WantedTrials): ReadonlyMap<string, ReadonlyMap<number, Placed>> {
  const byCase = new Map<string, Map<number, Placed>>();
  for (const { bytes, start } of linesOf(fd, path)) {
    const line = parsed(bytes);
    if (!line) continue;
    const { values, case: name } = line;
    const { index, origin, outcome } = line.trial;
    if (wanted && !wanted.get(name)?.has(index)) continue;
    const places = byCase.get(name) ?? new Map<number, Placed>();
    byCase.set(name, places);
    const spot = { index, ...(origin && { origin }), ...(typeof values === 'string' && { values }) };
    places.set(index, { start, spot, isMissing: outcome === 'missing' });
  }
  return byCase;
}

/** Returns the trial of a line; null if it cannot be used. */
function parsed(bytes: Buffer | null): GradedTrialLine | null {
  const taken = bytes ? takeLine(bytes, takeTrial) : null;
  return taken && 'value' in taken ? taken.value : null;
}
