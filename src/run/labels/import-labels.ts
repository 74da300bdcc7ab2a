import { statSync } from 'node:fs';
import { readCsv } from '#library/items/csv.js';
import { FileWindows } from '#library/items/file-windows.js';
import { delimiters, type FileSource } from '#library/items/item-source.js';
import { ProblemList, type ReadItem } from '#library/items/record-place.js';
import { directory } from '#library/source/inside-root.js';
import type { Case } from '#model/case.js';
import {
  answerId,
  answerKey,
  defaultLabels,
  expectationDigest,
  type LabelSampling,
  type LabelVerdict,
  maxNoteLength,
  verdictOf,
} from '#model/people/label.js';
import type { Place, Problem } from '#model/problem.js';
import { EvaError, evaError, problem } from '#model/problem.js';
import { isBlank } from '#model/text/characters.js';
import { listed, quoted, short } from '#model/text/quoted.js';
import { unguardedCell } from '#model/text/spreadsheet-cell.js';
import type { StoredRun } from '#store/run/stored-runs.js';
import { type SampledAnswer, sampleAnswers } from './label-answers.js';
import { judgedCases, labelTarget } from './label-target.js';

/** A label of a file: the answer, its place in the sample, and what a person said. */
interface ImportedLabel {
  readonly answer: PlacedAnswer;
  readonly verdict: LabelVerdict;
  readonly note: string;
}

/** The labels of a file, each answer once, and the number of rows without a verdict. */
interface ImportedLabels {
  readonly labels: readonly ImportedLabel[];
  readonly open: number;
}

/** The columns that say which answer a row is about, and its verdict. `note` may be missing. */
const needed = ['run', 'case', 'item', 'verdict', 'answer'] as const;

type Column = (typeof needed)[number] | 'note';

/**
 * Reads a CSV file of labels: `path` on the disk, `file` in problems. Throws all problems of the file at once: EVA_LABEL, EVA_DATA_SYNTAX,
 * EVA_DATA_FIELD, and as the reading of a data set does.
 */
export function importLabels({ path, file }: Pick<FileSource, 'path' | 'file'>, places: ImportPlaces): ImportedLabels {
  const problems = new ProblemList(file);
  const csv = { path, file, format: 'csv' } as const;
  requireCsv(csv);
  const source = { ...csv, delimiter: delimiterOf(csv) };
  const rows: ReadItem[] = [];
  const facts = readCsv(source, (item) => void rows.push(item), problems);
  const header = (facts?.header ?? Object.keys(rows[0]?.values ?? {})).map(plainName);
  const missing = facts ? needed.filter((column) => !header.includes(column)) : [];
  if (missing.length > 0) problems.add(missingColumns(missing, header, { file, line: 1, column: 1 }));
  const reader = new RowReader(places, problems);
  if (facts && missing.length === 0) for (const row of rows) reader.add(row);
  if (!problems.hasErrors && reader.labels.size === 0)
    problems.add(
      problem('EVA_LABEL:nothing_filled', 'no row of the file has a verdict', {
        hint: 'write pass, fail or skip into the column "verdict", save the file, and import it again',
        at: { file },
      }),
    );
  if (problems.hasErrors) throw new EvaError(problems.list());
  return { labels: [...reader.labels.values()].map(({ label }) => label), open: reader.open };
}

/** Returns the name of a column without spaces and in lower case, as spreadsheets may have changed it. */
function plainName(name: string): string {
  return name.trim().toLowerCase();
}

/** Reads the rows of a file, and keeps the label of each answer with its line. */
class RowReader {
  readonly labels = new Map<string, { readonly label: ImportedLabel; readonly line: number }>();
  open = 0;
  readonly #places: ImportPlaces;
  readonly #problems: ProblemList;

  constructor(places: ImportPlaces, problems: ProblemList) {
    this.#places = places;
    this.#problems = problems;
  }

  add(row: ReadItem): void {
    const cell = (column: Column) => cellOf(row, column);
    const word = cell('verdict');
    if (isBlank(word)) {
      this.open += 1;
      return;
    }
    const verdict = verdictOf(word);
    const note = cell('note');
    const found = this.#places.find({
      run: cell('run').trim(),
      case: cell('case'),
      item: cell('item'),
      id: cell('answer').trim().toLowerCase(),
    });
    if (verdict === null)
      this.#offer(row, 'verdict', (at) =>
        problem('EVA_LABEL:verdict', `${quoted(word)} is no verdict`, {
          hint: 'write pass, fail or skip; leave the cell empty if nobody has decided yet',
          at,
        }),
      );
    if ([...note].length > maxNoteLength)
      this.#offer(row, 'note', (at) =>
        problem('EVA_LABEL:long_note', `the note is longer than ${maxNoteLength} characters`, {
          hint: 'shorten it',
          at,
        }),
      );
    if ('column' in found) this.#offer(row, found.column, found.problemAt);
    else if (verdict !== null) this.#put(row, { answer: found, verdict, note: note.trim() });
  }

  #put(row: ReadItem, label: ImportedLabel): void {
    const key = answerKey(label.answer);
    const earlier = this.labels.get(key);
    const isSame = earlier?.label.verdict === label.verdict && earlier.label.note === label.note;
    if (earlier && !isSame)
      this.#offer(row, 'verdict', (at) =>
        problem('EVA_LABEL:twice', `line ${earlier.line} has another verdict or note for the same answer`, {
          hint: 'remove one of the two lines',
          at,
        }),
      );
    else this.labels.set(key, { label, line: row.line });
  }

  #offer(row: ReadItem, column: Column, make: (at: ReturnType<ReadItem['place']>) => Problem): void {
    this.#problems.offer({ code: 'EVA_LABEL' }, () => make(row.place([nameIn(row, column)])));
  }
}

function nameIn({ values }: ReadItem, column: Column): string {
  return Object.keys(values).find((name) => plainName(name) === column) ?? column;
}

/** Returns the text of a cell without the `'` that an export puts before a cell that spreadsheets would compute; empty without the column. */
function cellOf(row: ReadItem, column: Column): string {
  const value = row.values[nameIn(row, column)];
  return typeof value === 'string' ? unguardedCell(value) : '';
}

/** Throws for a missing file, a folder, an empty file and a workbook, which the reading of a data set would explain as such. */
function requireCsv(source: FileSource): void {
  const { path, file } = source;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats)
    throw evaError('EVA_LABEL:no_file', 'there is no such file to import', {
      hint: 'write one with: eva label RUN --export FILE.csv, and fill its column "verdict"',
      at: { file },
    });
  if (stats.isDirectory()) throw new EvaError([directory(file)]);
  const windows = new FileWindows(source);
  const start = windows.bytes.subarray(0, 4);
  windows.close();
  if (start.length === 0) throw new EvaError([missingColumns(needed, [], { file })]);
  if (start.equals(zipMark))
    throw evaError('EVA_LABEL:workbook', 'the file is a workbook, not CSV', {
      hint: 'open it in the spreadsheet program, save it as CSV (UTF-8), and import that file',
      at: { file },
    });
}

/** The first bytes of a zip file, which the files of spreadsheet programs are. */
const zipMark = Buffer.from('PK\u0003\u0004');

/** Returns the character between the names of the header: that which occurs most often in its line. Throws as the reading of a data set does. */
function delimiterOf(source: FileSource): string {
  const windows = new FileWindows(source);
  try {
    const [line = ''] = windows.bytes.toString('utf8').split(/\r?\n|\r/, 1);
    const counted = delimiters.map((one) => ({ one, count: line.split(one).length }));
    const [best] = counted.toSorted((a, b) => b.count - a.count);
    return best?.one ?? ',';
  } finally {
    windows.close();
  }
}

/** An answer of a run, with the sample that it is in. */
interface PlacedAnswer extends SampledAnswer {
  readonly sample: LabelSampling;
}

/** The cells of a row that say which answer it is about. */
interface AnswerCells {
  readonly run: string;
  readonly case: string;
  readonly item: string;
  readonly id: string;
}

/** The cell that is wrong, and its problem. */
interface WrongCell {
  readonly column: 'run' | 'case' | 'item' | 'answer';
  readonly problemAt: (at: Place) => Problem;
}

function wrongCell(column: WrongCell['column'], variant: string, message: string, hint: string): WrongCell {
  return { column, problemAt: (at) => problem(`EVA_LABEL:${variant}`, message, { hint, at }) };
}

/** Finds the answers of a run that rows of a file are about. Reads a case when a row names it. */
export class ImportPlaces {
  readonly #root: string;
  readonly #run: StoredRun;
  readonly #seed: number | undefined;
  readonly #answers = new Map<Case, ReadonlyMap<string, PlacedAnswer>>();

  constructor(root: string, run: StoredRun, seed: number | undefined) {
    this.#root = root;
    this.#run = run;
    this.#seed = seed;
  }

  find({ run, case: name, item, id }: AnswerCells): PlacedAnswer | WrongCell {
    const { run_id } = this.#run.result;
    if (run !== run_id) {
      const message = `this answer is of run ${quoted(run)}, not of ${short(run_id)}`;
      return wrongCell('run', 'other_run', message, 'name the run of the file: eva label RUN --import FILE.csv');
    }
    const judged = judgedCases(this.#run.plan);
    const testCase = judged.find((one) => one.name === name);
    if (!testCase) {
      const names = listed(judged.slice(0, mostNamed).map((one) => quoted(one.name)));
      const hint = `leave this column as it was exported; the judged cases are ${names}`;
      return wrongCell('case', 'other_case', `the run has no judged case ${quoted(name)}`, hint);
    }
    const answer = this.#answersOf(testCase).get(id);
    if (!answer) {
      const message = `no answer to case ${quoted(name)} that may be sampled has this id`;
      const hint = 'leave this column as it was exported, or export the answers again: eva label RUN --export FILE.csv';
      return wrongCell('answer', 'other_answer', message, hint);
    }
    if (isSameValue(item, answer.item ?? '')) return answer;
    const message = `the answer with this id is of item ${quoted(answer.item ?? '')}, not of ${quoted(item)}`;
    return wrongCell('item', 'other_item', message, 'rows or cells were moved: sort and move whole rows only');
  }

  /** Returns the answers of a case to all expectations that a judge decides, by their ids. */
  #answersOf(testCase: Case): ReadonlyMap<string, PlacedAnswer> {
    const known = this.#answers.get(testCase);
    if (known) return known;
    const placed = testCase.expectations.flatMap((expectation, index) => {
      if (expectationDigest(expectation) === null) return [];
      const target = labelTarget(this.#root, this.#run, { case: testCase.name, expectation: String(index + 1) });
      const choice = { n: Number.POSITIVE_INFINITY, seed: this.#seed };
      const { answers, seed, of } = sampleAnswers(this.#root, target, choice);
      const size = Math.min(target.waits ?? defaultLabels, of);
      return answers.map((one) => ({ ...one, sample: { seed, asked: Math.max(size, one.rank + 1), of } }));
    });
    const byId = new Map(placed.map((answer) => [answerId(answer), answer]));
    this.#answers.set(testCase, byId);
    return byId;
  }
}

/** Returns true for equal texts, and for equal numbers: a spreadsheet writes 007 as 7. */
function isSameValue(cell: string, value: string): boolean {
  if (cell.trim() === value.trim()) return true;
  const numbers = [Number(cell), Number(value)];
  return cell.trim() !== '' && value.trim() !== '' && numbers.every(Number.isFinite) && numbers[0] === numbers[1];
}

const mostNamed = 8;

function missingColumns(columns: readonly string[], header: readonly string[], at: Place): Problem {
  const names = listed(columns.map(quoted));
  const others = header.length === 0 ? 'none' : listed(header.slice(0, 2 * mostNamed).map(quoted));
  return problem(
    'EVA_LABEL:columns',
    `the header lacks ${columns.length === 1 ? 'the column' : 'the columns'} ${names}`,
    {
      hint: `keep the columns of the export; this file has ${others}`,
      at,
    },
  );
}
