import { ProblemList } from '#dataset/reading/problem-list.js';
import type { ReadItem } from '#dataset/reading/read-item.js';
import { readItems } from '#dataset/reading/read-items.js';
import { maxItemBytes } from '#dataset/source.js';
import type { Problem } from '#model/problem.js';
import type { DraftPrompt } from '../draft.js';
import { type Ledger, openLedger } from '../finding.js';
import { type ArrangedPrompt, arrange, formsByPrompt } from './arrange.js';
import type { EvalsCheck } from './check.js';
import { draftPrompt } from './draft-prompt.js';
import { promptIdOf } from './names.js';
import { readSample } from './read-sample.js';
import { noReport, openSampleReport } from './sample-report.js';
import { emptySurvey, formKey, type Survey, survey } from './survey.js';
import { type DataFile, openDataFile } from './write-data.js';

export interface EvalsOptions {
  /** The model of `--model`. */
  readonly model?: string;
  /** True if the library that gets the prompts names a model for them. */
  readonly hasDefaultModel?: boolean;
  /** The check that compares an answer with `ideal`. Default: `starts_with`, which is what `Match` of evals does. */
  readonly check?: EvalsCheck;
  /** The share of right answers that is required, above 0 and below 1. Default: every answer must be right. */
  readonly bar?: number;
}

/** What an import makes of a file of samples. `prompts` is empty if the ledger has a finding that blocks. */
export interface ImportedEvals {
  readonly prompts: readonly DraftPrompt[];
  /** The number of samples: each is carried if there are prompts. */
  readonly tests: number;
  /** The number of samples with and without right answers that a check can use. */
  readonly assertions: { readonly found: number; readonly carried: number };
  readonly ledger: Ledger;
}

/** The most forms of messages in a file: each becomes a case. */
const mostForms = 50;

/**
 * Turns a JSONL file in the format of OpenAI's evals into prompts with data sets. Reads the file twice, so that it holds only what is written.
 * Throws the EvaError of a file that cannot be opened.
 */
export function importOpenAiEvals(source: SamplesFile, options: EvalsOptions = {}): ImportedEvals {
  const { check = 'starts_with' } = options;
  const ledger = openLedger();
  refuseOtherFormats(source, ledger);
  if (isBlocked(ledger)) return { prompts: [], tests: 0, assertions: { found: 0, carried: 0 }, ledger };
  const looked = lookThrough(source, check, ledger);
  refuseSamples(looked, source, ledger);
  refuseNoModel(options, source, ledger);
  const prompts = isBlocked(ledger) ? [] : draftAll(source, looked, { ...options, check }, ledger);
  const isWritten = !isBlocked(ledger);
  const carried = isWritten ? looked.judged : 0;
  return {
    prompts: isWritten ? prompts : [],
    tests: looked.samples,
    assertions: { found: looked.samples, carried },
    ledger,
  };
}

function isBlocked(ledger: Ledger): boolean {
  return ledger.all().some(({ effect }) => effect === 'blocks');
}

/** Refuses files that are known by their names to hold no lines of JSON. */
function refuseOtherFormats({ file }: SamplesFile, ledger: Ledger): void {
  const end = /\.(ya?ml|gz|zst|lz4|zip|csv|parquet)$/i.exec(file)?.[1]?.toLowerCase();
  if (end === undefined) return;
  const isRegistry = end === 'yml' || end === 'yaml';
  const todo = isRegistry
    ? 'import the file that it names as `samples_jsonl`'
    : 'save the samples as lines of JSON in a file FILE.jsonl';
  const reason = isRegistry ? 'a registry file of evals has no samples' : 'only lines of JSON are read';
  ledger.add('blocks', 'test', { file }, { what: `.${end}`, reason, todo });
}

function refuseSamples({ seen, samples }: LookedThrough, { file }: SamplesFile, ledger: Ledger): void {
  if (samples === 0) ledger.add('blocks', 'test', { file }, { what: 'samples', reason: 'the file has no samples' });
  const forms = seen.forms.size;
  if (forms > mostForms) {
    const reason = `the samples have ${forms} forms of messages, more than the ${mostForms} that become cases`;
    ledger.add(
      'blocks',
      'test',
      { file },
      { what: 'input', reason, todo: 'divide the file by the number of messages' },
    );
  } else if (forms > 1) {
    const prompts = formsByPrompt(seen).length;
    const reason =
      prompts === 1
        ? `the messages of samples have ${forms} forms: the samples of each are a case with its own verdict`
        : `the first messages of samples have ${prompts} forms: the samples of each are a prompt${forms > prompts ? ', with a case for each form of the other messages' : ''}`;
    ledger.add('noted', 'prompt', { file }, { what: 'input', reason });
  }
}

/** Refuses samples for which nothing names a model: the files of evals never do. */
function refuseNoModel({ model, hasDefaultModel }: EvalsOptions, { file }: SamplesFile, ledger: Ledger): void {
  if (model !== undefined || hasDefaultModel === true) return;
  const reason = 'a file of samples names no model, and neither does the library';
  ledger.add('blocks', 'provider', { file }, { what: 'model', reason, todo: 'add --model NAME' });
}

/** Makes the prompts, with the data of a second pass over the file. */
function draftAll(
  source: SamplesFile,
  { seen, sha256 }: LookedThrough,
  options: EvalsOptions & { readonly check: EvalsCheck },
  ledger: Ledger,
): readonly DraftPrompt[] {
  const { check } = options;
  const isJson = check === 'json_value';
  const arranged = arrange(seen, promptIdOf(source.path), { isJson });
  const data = openData(arranged, isJson);
  const again = eachItem(source, (item) => {
    const sample = readSample(item, check, noReport);
    const file = sample && data.get(caseKey(formKey(sample.messages), sample.ideal !== null));
    if (!file || file.add(sample)) return;
    const reason = `as an item, the sample would be larger than ${maxItemBytes} bytes`;
    ledger.add('blocks', 'test', item.place(), { what: 'sample', reason });
  });
  if (again.sha256 !== sha256) {
    ledger.add(
      'blocks',
      'test',
      { file: source.file },
      { what: 'samples', reason: 'the file changed while it was read' },
    );
  }
  return arranged.map((prompt) => {
    const files = prompt.cases.flatMap(({ form, isJudged }) => {
      const file = data.get(caseKey(form.key, isJudged));
      return file ? [{ path: file.path, content: file.content() }] : [];
    });
    return draftPrompt(prompt, { ...options, at: { file: source.file }, files });
  });
}

function openData(prompts: readonly ArrangedPrompt[], isJson: boolean): ReadonlyMap<string, DataFile> {
  return new Map(
    prompts.flatMap((prompt) =>
      prompt.cases.map((one) => [caseKey(one.form.key, one.isJudged), openDataFile(prompt, one, isJson)] as const),
    ),
  );
}

function caseKey(form: string, isJudged: boolean): string {
  return JSON.stringify([form, isJudged]);
}

/** A file of samples: its absolute path, and its name in findings. */
interface SamplesFile {
  readonly path: string;
  readonly file: string;
}

/** What a first pass over a file finds. */
interface LookedThrough {
  readonly seen: Survey;
  /** Absent if the file could not be read to its end. */
  readonly sha256?: string;
  /** The number of samples, broken ones included, and of those with right answers. */
  readonly samples: number;
  readonly judged: number;
}

/** Reads all samples of a file, and reports everything in them that cannot be carried over as it is. */
function lookThrough(source: SamplesFile, check: EvalsCheck, ledger: Ledger): LookedThrough {
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
function eachItem(
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
