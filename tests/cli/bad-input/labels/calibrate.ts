import { bad } from '../fixture.js';
import { storedRun } from './stored-run.js';

const calibrate = (mistake: string, files: Parameters<typeof bad>[1], ...words: readonly string[]) =>
  bad(mistake, files, ['calibrate', ...words]);
const run = storedRun();

/** Mistakes in the command line and the files of `eva calibrate`. */
export const calibrations = [
  calibrate('a run without labels', run),
  calibrate('an unknown case', run, '--case', 'tickest'),
  calibrate('a case that no rubric judges', run, '--case', 'plain'),
];
