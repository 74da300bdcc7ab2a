import { problem } from '#errors/index.js';
import { exportAgain, mostNamed } from '#errors/sentences/commands/labels.js';
import type { Case } from '#model/case.js';
import { groupBy } from '#model/data/collections.js';
import { defaultLabels, expectationDigest, type LabelSampling } from '#model/people/label.js';
import type { Place, Problem } from '#model/problem.js';
import { listed, quoted, short } from '#model/text/quoted.js';
import type { StoredRun } from '#store/run/stored-runs.js';
import { type SampledAnswer, sampleAnswers } from './answers.js';
import { judgedCases, labelTarget } from './target.js';

/** An answer of a run, with the sample that it is in. */
export interface PlacedAnswer extends SampledAnswer {
  readonly sample: LabelSampling;
}

/** The cells of a row that say which answer it is about. */
export interface AnswerCells {
  readonly run: string;
  readonly case: string;
  readonly item: string;
  readonly draw: string;
  readonly response: string;
  readonly expectation: string;
}

/** The cell that is wrong, and its problem. */
export interface WrongCell {
  readonly column: 'run' | 'case' | 'item' | 'response_sha256' | 'expectation_sha256';
  readonly problemAt: (at: Place) => Problem;
}

/** Finds the answers of a run that rows of a file are about. Reads a case when a row names it. */
export class ImportPlaces {
  readonly #root: string;
  readonly #run: StoredRun;
  readonly #seed: number | undefined;
  readonly #answers = new Map<string, ReadonlyMap<string, readonly PlacedAnswer[]>>();

  constructor(root: string, run: StoredRun, seed: number | undefined) {
    this.#root = root;
    this.#run = run;
    this.#seed = seed;
  }

  find(cells: AnswerCells): PlacedAnswer | WrongCell {
    const { run_id } = this.#run.result;
    const { case: name, item, draw } = cells;
    if (cells.run !== run_id)
      return {
        column: 'run',
        problemAt: (at) =>
          problem('EVA_LABEL:other_run', `this answer is of run ${quoted(cells.run)}, not of ${short(run_id)}`, {
            hint: 'name the run of the file: eva label RUN --import FILE.csv',
            at,
          }),
      };
    const judged = judgedCases(this.#run.plan);
    const testCase = judged.find((one) => one.name === name);
    if (!testCase) {
      const cases = judged.map((one) => one.name);
      return {
        column: 'case',
        problemAt: (at) =>
          problem('EVA_LABEL:other_case', `the run has no judged case ${quoted(name)}`, {
            hint: `leave this column as it was exported; the judged cases are ${listed(cases.slice(0, mostNamed).map(quoted))}`,
            at,
          }),
      };
    }
    const index = testCase.expectations.findIndex((one) => expectationDigest(one) === cells.expectation);
    if (index === -1) {
      const problemAt = (at: Place) =>
        problem('EVA_LABEL:other_expectation', `this digest is of another rubric than those of case ${quoted(name)}`, {
          hint: `leave this column as it was exported, or ${exportAgain}`,
          at,
        });
      return { column: 'expectation_sha256', problemAt };
    }
    const sameText = this.#answersOf(testCase, index).get(cells.response) ?? [];
    if (sameText.length === 0) {
      const problemAt = (at: Place) =>
        problem('EVA_LABEL:other_response', `no answer to case ${quoted(name)} that may be sampled has this digest`, {
          hint: `leave this column as it was exported, or ${exportAgain}`,
          at,
        });
      return { column: 'response_sha256', problemAt };
    }
    const found = sameText.find((one) => isSameValue(item, one.item ?? '') && isSameValue(draw, String(one.draw)));
    if (found) return found;
    const items = sameText.map((one) => `${one.item === null ? '' : `item ${one.item}, `}draw ${one.draw}`);
    return {
      column: 'item',
      problemAt: (at) =>
        problem(
          'EVA_LABEL:other_item',
          `the answer with this digest is not that of item ${quoted(item)}, draw ${quoted(draw)}`,
          { hint: `rows or cells were moved; the answer is of ${listed(items.slice(0, mostNamed).map(short))}`, at },
        ),
    };
  }

  /** Returns the answers of a case in the order of its sample, by the digest of their text. */
  #answersOf(testCase: Case, index: number): ReadonlyMap<string, readonly PlacedAnswer[]> {
    const key = JSON.stringify([testCase.name, index]);
    const known = this.#answers.get(key);
    if (known) return known;
    const target = labelTarget(this.#root, this.#run, { case: testCase.name, expectation: String(index + 1) });
    const choice = { n: Number.POSITIVE_INFINITY, seed: this.#seed };
    const { answers, seed, of } = sampleAnswers(this.#root, target, choice);
    const size = Math.min(target.waits ?? defaultLabels, of);
    const placed = answers.map((one) => ({ ...one, sample: { seed, asked: Math.max(size, one.rank + 1), of } }));
    const byText = groupBy(placed, ({ response }) => response);
    this.#answers.set(key, byText);
    return byText;
  }
}

/** Returns true for equal texts, and for equal numbers: a spreadsheet writes 007 as 7. */
function isSameValue(cell: string, value: string): boolean {
  if (cell.trim() === value.trim()) return true;
  const numbers = [Number(cell), Number(value)];
  return cell.trim() !== '' && value.trim() !== '' && numbers.every(Number.isFinite) && numbers[0] === numbers[1];
}
