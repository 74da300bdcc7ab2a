import { ProblemList } from '#dataset/reading/problem-list.js';
import type { ReadItem } from '#dataset/reading/read-item.js';
import { readItems } from '#dataset/reading/read-items.js';
import type { Problem } from '#model/problem.js';
import type { Ledger } from '../finding.js';
import type { EvalsCheck } from './check.js';
import { readSample } from './read-sample.js';
import { openSampleReport } from './sample-report.js';
import { emptySurvey, type Survey, survey } from './survey.js';

/** A file of samples: its absolute path, and its name in findings. */
export interface SamplesFile {
  readonly path: string;
  readonly file: string;
}

/** What a first pass over a file finds. */
export interface LookedThrough {
  readonly seen: Survey;
  /** Absent if the file could not be read to its end. */
  readonly sha256?: string;
  /** The number of samples, broken ones included, and of those with right answers. */
  readonly samples: number;
  readonly judged: number;
}

/** Reads all samples of a file, and reports everything in them that cannot be carried over as it is. */
export function lookThrough(source: SamplesFile, check: EvalsCheck, ledger: Ledger): LookedThrough {
  const seen = emptySurvey();
  const report = openSampleReport(ledger);
  let samples = 0;
  let judged = 0;
  const { sha256, problems } = eachItem(source, (item) => {
    samples++;
    const sample = readSample(item, check, report);
    if (!sample) return;
    if (sample.ideal) judged++;
    survey(seen, sample);
  });
  report.close();
  for (const { message, hint, at = { file: source.file } } of problems) {
    ledger.add('blocks', 'test', at, { what: 'sample', reason: message, ...(hint !== undefined && { todo: hint }) });
  }
  return { seen, ...(sha256 !== undefined && { sha256 }), samples: samples + countOf(problems), judged };
}

/** Reads all items of a file. Returns its sha256, if it was read to its end, and its problems. Throws the EvaError of a file that cannot be opened. */
export function eachItem(
  { path, file }: SamplesFile,
  visit: (item: ReadItem) => void,
): { readonly sha256: string | undefined; readonly problems: readonly Problem[] } {
  const problems = new ProblemList(file);
  const facts = readItems({ path, file, format: 'jsonl' }, visit, problems);
  return { sha256: facts?.sha256, problems: problems.list() };
}

/** Counts problems, those that are not listed too. */
function countOf(problems: readonly Problem[]): number {
  return problems.reduce((sum, { code, params }) => sum + (code === 'EVA_MORE_PROBLEMS' ? moreIn(params) : 1), 0);
}

function moreIn(params: object | undefined): number {
  return params && 'more' in params ? Number(params.more) : 0;
}
