import { closeSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { Origin } from '#model/dataset.js';
import { onDisk } from '../../files/disk-error.js';
import { lineAt, linesOf } from '../../files/line-reader.js';
import { openIfThere } from '../../files/regular-file.js';
import { openInputTexts } from '../journal/input-log.js';
import type { GradedTrialLine } from '../journal/trial-log.js';
import { storedFlaw } from './stored-flaw.js';
import { parsed } from './trial-reader.js';

/** A trial in `trials.jsonl`: its number, and its item. */
export interface TrialSpot {
  readonly index: number;
  /** Absent if its case has no data set. */
  readonly origin?: Origin;
  /** The beginning of the digest of the item's id and used values. Absent without a data set. */
  readonly values?: string;
}

/** The trials of a run, read from the disk one at a time. */
export interface OpenTrials {
  /** Returns the trials of a case that have a reply or failed, by their number. Damaged lines are skipped. */
  readonly spots: (caseName: string) => readonly TrialSpot[];
  /** Reads a trial with its texts; undefined if it is not there or damaged. Throws EVA_BAD_RUN, EVA_DISK. */
  readonly read: (caseName: string, index: number) => GradedTrialLine | undefined;
  /** Closes the files. May be called again. */
  readonly close: () => void;
}

/** Opens `trials.jsonl` of a run; null without the file. Keeps places and items in memory, no texts. Throws EVA_DISK, EVA_ODD_FILE. */
export function openTrials(dir: string): OpenTrials | null {
  const path = join(dir, 'trials.jsonl');
  const fd = onDisk('read', path, () => openIfThere(path, constants.O_RDONLY));
  if (fd === null) return null;
  const inputs = openInputTexts(dir);
  const byCase = placesIn(fd, path);
  let isOpen = true;
  return {
    spots: (name) => [...(byCase.get(name)?.values() ?? [])].map(({ spot }) => spot).sort((a, b) => a.index - b.index),
    read: (name, index) => {
      const place = byCase.get(name)?.get(index);
      const line = place && parsed(onDisk('read', path, () => lineAt(fd, place.start)));
      if (!line) return undefined;
      inputs.fill({ cases: [{ trials: [line.trial] }] });
      return storedFlaw('gradedTrial', line) === null ? line : undefined;
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      inputs.close();
      closeSync(fd);
    },
  };
}

interface Placed {
  readonly start: number;
  readonly spot: TrialSpot;
}

/** Returns the offsets of the lines of all trials but missing ones. Of several lines of one trial the last counts. */
function placesIn(fd: number, path: string): ReadonlyMap<string, ReadonlyMap<number, Placed>> {
  const byCase = new Map<string, Map<number, Placed>>();
  for (const { bytes, start } of linesOf(fd, path)) {
    const line = parsed(bytes);
    if (!line) continue;
    const { values } = line;
    const { index, origin, outcome } = line.trial;
    const own = byCase.get(line.case) ?? new Map<number, Placed>();
    byCase.set(line.case, own);
    if (outcome === 'missing') own.delete(index);
    else
      own.set(index, {
        start,
        spot: { index, ...(origin && { origin }), ...(typeof values === 'string' && { values }) },
      });
  }
  return byCase;
}
