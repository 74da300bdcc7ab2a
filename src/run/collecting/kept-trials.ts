import type { GradedTrial } from './collect-trial.js';

/**
 * Returns a trial of an earlier run, with the outcome, the texts and the findings that it had; undefined for a trial that must be asked. May read
 * it from the disk.
 */
export type KeptTrials = (caseName: string, index: number) => GradedTrial | undefined;
