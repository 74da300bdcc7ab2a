import { existsSync, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { answerKey } from '#model/people/label.js';
import { evaError } from '#model/sentences/sentence.js';
import { short } from '#model/text/quoted.js';
import { type CsvAnswer, labelCsvLines } from '#report/commands/labels.js';
import { plural } from '#report/text/numbers.js';
import { ImportPlaces, importLabels } from '#run/labels/import-labels.js';
import { type AnswerSample, openAnswers } from '#run/labels/label-answers.js';
import { writeAtomically } from '#store/files/atomic-write.js';
import { appendLabels } from '#store/logs/labels.js';
import type { StoredRun } from '#store/run/stored-runs.js';
import type { GivenLabel } from './label.js';
import { type LabelOptions, labelOf, labelsBy, namedFile, type Place, viewOfAnswer } from './label-place.js';

/** Writes a sample to a new CSV file, with the labels that the person has given already. Returns 0. */
export function exportCommand(
  sample: AnswerSample,
  given: readonly (GivenLabel | null)[],
  options: LabelOptions & { readonly export: string },
  { io, terminal, root }: Place,
): number {
  const { path, file } = namedFile(options.export, io);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) throw evaError('EVA_NOT_A_FILE:directory', { path: file });
  if (stats)
    throw evaError('EVA_LABEL:export_exists', `${short(file)} exists, and its labels would be lost`, {
      hint: 'name a new file, or import this one first with --import',
    });
  if (!existsSync(dirname(path)))
    throw evaError('EVA_LABEL:no_folder', `the folder of ${short(file)} does not exist`, {
      hint: 'make it with mkdir -p, or name a file in another folder',
    });
  const reader = openAnswers(root, sample.target, new Set(sample.answers.map(({ trial }) => trial)));
  const answers = function* (): Generator<CsvAnswer> {
    for (const [at, { run_id, response, expectation }] of sample.answers.entries()) {
      const { verdict = '', note = '' } = given[at] ?? {};
      yield { answer: viewOfAnswer(reader, sample, at), run_id, response, expectation, verdict, note };
    }
  };
  try {
    writeAtomically(path, labelCsvLines(answers()));
  } finally {
    reader.close();
  }
  terminal.out(
    `${plural(sample.answers.length, 'answer')} written to ${file}; fill the column "verdict" with pass, fail or skip\n`,
  );
  return 0;
}

/** Appends the labels of a CSV file that are new. Returns 0. Throws all problems of the file at once. */
export function importCommand(
  run: StoredRun,
  options: LabelOptions & { readonly import: string; readonly rater: string },
  { io, terminal, root }: Place,
): number {
  const { rater, seed } = options;
  const { labels, open } = importLabels(namedFile(options.import, io), new ImportPlaces(root, run, seed));
  const promptDir = join(root, 'prompts', run.result.id);
  const own = labelsBy(rater, promptDir, terminal);
  const added = labels.filter(({ answer, verdict, note }) => {
    const known = own.get(answerKey(answer));
    return known?.verdict !== verdict || known.note !== note;
  });
  appendLabels(
    promptDir,
    added.map(({ answer, verdict, note }) => labelOf(answer, { verdict, note }, { sample: answer.sample, rater })),
  );
  const known = labels.length - added.length;
  const rest = [
    ...(known > 0 ? [`${known} known already`] : []),
    ...(open > 0 ? [`${plural(open, 'row')} without a verdict`] : []),
  ];
  terminal.out(`${plural(added.length, 'label')} of ${rater} added${rest.length > 0 ? `; ${rest.join(', ')}` : ''}\n`);
  return 0;
}
