import { resolve } from 'node:path';
import { answerKey, type Label, type LabelledAnswer, latestLabels } from '#model/people/label.js';
import { plural } from '#report/text/numbers.js';
import { visible } from '#report/text/visible.js';
import { type AnswerView, answerView } from '#report/view/answer-view.js';
import type { AnswerReader, AnswerSample } from '#run/labels/label-answers.js';
import { labelsFile, readLabels } from '#store/logs/labels.js';
import type { Io } from '../io.js';
import { workingDirectory } from '../open-command.js';
import type { Terminal } from '../output/terminal.js';
import type { GivenLabel } from './label.js';

/** The flags of `eva label`. */
export interface LabelOptions {
  readonly root?: string;
  readonly case?: string;
  readonly expectation?: string;
  readonly number?: number;
  readonly seed?: number;
  readonly rater?: string;
  readonly export?: string;
  readonly import?: string;
}

/** The parts of the process that a way of labelling uses. */
export interface Place {
  readonly io: Io;
  readonly terminal: Terminal;
  readonly root: string;
}

export function viewOfAnswer(reader: AnswerReader, { target, answers }: AnswerSample, at: number): AnswerView {
  const { testCase, expectation, plan } = target;
  const trial = answers[at]?.trial ?? 0;
  const texts = reader.read(trial);
  return answerView({ ...texts, testCase, expectation, body: plan.body, references: reader.references(trial) });
}

export function labelOf(
  { run_id, case: name, item, draw, response, expectation }: LabelledAnswer,
  { verdict, note }: GivenLabel,
  { sample, rater }: Pick<Label, 'sample' | 'rater'>,
): Label {
  return {
    ...{
      label: 1,
      ts: new Date().toISOString(),
      run_id,
      case: name,
      item,
      draw,
      response,
      expectation,
      verdict,
      rater,
    },
    ...(note !== '' && { note }),
    sample,
  };
}

/** Returns the last label that a person has given to each answer, by its key. Reports unreadable lines. */
export function labelsBy(rater: string, promptDir: string, terminal: Terminal): ReadonlyMap<string, GivenLabel> {
  const { rows, bad } = readLabels(promptDir);
  reportBadLabels(bad, terminal);
  const labels = latestLabels(rows.map(({ value }) => value)).filter((one) => one.rater === rater);
  return new Map(labels.map((one) => [answerKey(one), { verdict: one.verdict, note: one.note ?? '' }]));
}

/** Returns the path of a file that the command line names, and the name to show. */
export function namedFile(file: string, io: Io): { readonly path: string; readonly file: string } {
  return { path: resolve(workingDirectory(io), file), file: visible(file) };
}

/** Names the lines of `labels.jsonl` that cannot be read, if there are any. */
export function reportBadLabels(bad: readonly { readonly line: number }[], terminal: Terminal): void {
  if (bad.length === 0) return;
  const shown = bad.slice(0, 8).map(({ line }) => line);
  const lines = shown.join(', ') + (bad.length > 8 ? ', …' : '');
  const are = bad.length === 1 ? 'is' : 'are';
  terminal.err(`${plural(bad.length, 'line')} of ${labelsFile} cannot be read and ${are} skipped: ${lines}\n`);
}
