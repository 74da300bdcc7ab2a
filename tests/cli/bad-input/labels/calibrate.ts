import { bad } from '../fixture.js';
import { runName, storedRun } from './stored-run.js';

const calibrate = (mistake: string, files: Parameters<typeof bad>[1], ...words: readonly string[]) =>
  bad(mistake, files, ['calibrate', ...words]);
const run = storedRun();

/** Mistakes in the command line and the files of `eva calibrate`. */
export const calibrations = [
  calibrate('a library without runs', {}),
  calibrate('a prompt without runs', {}, 'diff'),
  calibrate('an unknown run', run, '20261124T101500Z-ffffff'),
  calibrate('a run without labels', run),
  calibrate('a prompt without labels', run, 'diff'),
  calibrate('an empty file of labels', { ...run, 'prompts/diff/labels.jsonl': '' }),
  calibrate('an unknown case', run, '--case', 'tickest'),
  calibrate('a case that no rubric judges', run, '--case', 'plain'),
  calibrate('a flag of eva label', run, '--export', 'out.csv'),
  calibrate('two runs', run, runName, runName),
  calibrate('a run that lacks replies', {
    ...storedRun({
      result: (result) => {
        const [one] = result['cases'] as unknown as { trials: Record<string, unknown>[] }[];
        const [first] = one?.trials ?? [];
        Object.assign(first ?? {}, { outcome: 'missing', reason: 'budget', turns: [] });
      },
    }),
    'prompts/diff/labels.jsonl': '',
  }),
];
