import type { KeptEvidence } from '#lifecycle/read-evidence.js';
import { type NotedRun, newestNotedRun } from '#lifecycle/sides/noted-run.js';
import type { Origin } from '#model/dataset.js';
import type { Sample } from '#model/run/sample.js';
import { runDirOf } from '#store/run/run-names.js';
import { readRun } from '#store/run/stored-runs.js';
import { type OpenTrials, openTrials } from '#store/run/trial-reader.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import { decidedTrials } from '../reporting/recomputed-run.js';
import type { KeptRunTrials } from './planned-comparison.js';

/** Trials of an earlier run, and a function that closes its files. */
export interface OpenKeptRun {
  readonly kept: KeptRunTrials;
  readonly close: () => void;
}

/**
 * Opens the newest noted whole run of the prompt that is planned; null without one, and if its trials are gone. Throws EVA_DISK, EVA_ODD_FILE.
 */
export function openKeptRun(open: OpenPrompt, evidence: KeptEvidence): OpenKeptRun | null {
  const run = newestNotedRun(open.plan.id, open.plan.evidence, evidence);
  return run && openTrialsOf(run, open);
}

/** Opens the trials of an earlier run; null if they are gone. Throws EVA_NOT_COMPARABLE if they were changed, EVA_BAD_RUN, EVA_DISK, EVA_ODD_FILE. */
export function openTrialsOf(run: NotedRun, open: OpenPrompt): OpenKeptRun | null {
  const trials = openTrials(runDirOf(open.root, run.run_id));
  if (!trials) return null;
  try {
    const decided = decidedTrials(readRun(open.root, run.run_id), trials, open.root);
    return { kept: { ...run, ...trialsFor(open, decided) }, close: trials.close };
  } catch (error) {
    trials.close();
    throw error;
  }
}

/** Returns functions that find the trials of a run for those of a plan: by item and draw, or by number for a case without data set. */
function trialsFor({ plan, sampleOf }: OpenPrompt, trials: OpenTrials): Pick<KeptRunTrials, 'find' | 'count'> {
  const known = new Map<string, KnownCase | null>();
  const caseOf = (name: string): KnownCase | null => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const testCase = plan.cases.find((one) => one.name === name);
    const spots = new Map(trials.spots(name).map(({ index, origin }) => [keyOf(origin, index), index]));
    const one = testCase ? { sample: sampleOf(testCase), size: testCase.sample_size, spots } : null;
    known.set(name, one);
    return one;
  };
  return {
    find: (name, index) => {
      const own = caseOf(name);
      if (!own || index >= own.size) return undefined;
      const origin = own.sample.origin(index);
      const stored = own.spots.get(keyOf(origin, index));
      const line = stored === undefined ? null : trials.read(name, stored);
      if (!line) return undefined;
      const trial = { ...line.trial, index, ...(origin && { origin }) };
      return { trial, scores: line.scores.map((score) => ({ ...score, trial: index })) };
    },
    count: (name) => {
      const own = caseOf(name);
      if (!own) return 0;
      const indexes = Array.from({ length: own.size }, (_, index) => index);
      return indexes.filter((index) => own.spots.has(keyOf(own.sample.origin(index), index))).length;
    },
  };
}

interface KnownCase {
  readonly sample: Sample;
  readonly size: number;
  /** The numbers of the run's trials, by item and draw. */
  readonly spots: ReadonlyMap<string, number>;
}

/** Returns the key of a trial: its item and draw, else its number. */
export function keyOf(origin: Origin | undefined, index: number): string {
  return origin ? `${origin.draw} ${origin.item}` : String(index);
}
