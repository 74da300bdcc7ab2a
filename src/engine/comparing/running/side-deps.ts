import type { RunEvent } from '#model/run/notice.js';
import type { Trial } from '#model/run/trial.js';
import type { RunDeps } from '#run/deps.js';
import type { DrivenSide } from '../drive-pair.js';
import type { PlannedSide } from '../planned-comparison.js';
import type { ComparedSide } from './comparison-of.js';

/** A side that counts where its trials come from. */
export interface CountedSide {
  readonly driven: DrivenSide;
  /** Returns the numbers of its trials so far that were kept, and that were asked. */
  readonly counts: () => Pick<ComparedSide, 'kept' | 'asked'>;
}

/** Adds the kept trials of a side to the effects of its run, and counts them and the others that have a reply. */
export function countedSide(
  { run, kept }: PlannedSide,
  deps: Omit<RunDeps, 'side' | 'emit'>,
  emit: (event: RunEvent) => void,
): CountedSide {
  const taken = new Set<string>();
  let asked = 0;
  const isAnswer = ({ case: name, index, outcome }: Trial) => outcome !== 'missing' && !taken.has(keyOf(name, index));
  const counting: DrivenSide['deps'] = {
    ...deps,
    keptTrial: (name, index) => {
      const trial = kept?.find(name, index);
      if (trial) taken.add(keyOf(name, index));
      return trial;
    },
    emit: (event) => {
      if (event.event === 'trial_finished' && isAnswer(event.trial)) asked += 1;
      emit(event);
    },
  };
  return { driven: { plan: run.open.plan, deps: counting }, counts: () => ({ kept: taken.size, asked }) };
}

function keyOf(caseName: string, index: number): string {
  return JSON.stringify([caseName, index]);
}
