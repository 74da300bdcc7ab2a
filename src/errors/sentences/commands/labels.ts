import { listed, quoted } from '#model/text/quoted.js';
import type { SentenceTable } from '../table.js';

/** An expectation to choose: its number in its case, from 1, and its name. */
export interface NumberedExpectation {
  readonly number: number;
  readonly about: string;
}

const mostNamed = 8;

function casesHint(cases: readonly string[]): string {
  if (cases.length === 0) return 'eva log lists the runs; name one with answers that a judge has judged';
  return `name one with --case: ${cases.slice(0, mostNamed).map(quoted).join(', ')}`;
}

function expectationsHint(expectations: readonly NumberedExpectation[]): string {
  const shown = expectations.slice(0, mostNamed).map(({ number, about }) => `${number} (${about})`);
  return `write --expectation and one of these numbers: ${shown.join(', ')}`;
}

const exportAgain = 'export the answers again: eva label RUN --export FILE.csv';

/** The sentences of problems about labels of people. */
export const labelSentences = {
  'EVA_LABEL:no_run': ({ id }: { readonly id: string | null }) => ({
    message: `no run ${id === null ? 'here' : `of the prompt ${quoted(id)}`} has answers that a judge has judged by a rubric`,
    hint: `run a prompt with a rubric or an expected behaviour: eva eval ${id ?? 'ID'}`,
  }),
  'EVA_LABEL:program': (params: { readonly run_id: string }) => ({
    message: `run ${params.run_id} was made by a program, and labels are kept beside a prompt`,
    hint: 'label a run of a prompt; eva log lists them',
  }),
  'EVA_LABEL:shard': (params: { readonly run_id: string }) => ({
    message: `run ${params.run_id} is one shard of a run`,
    hint: 'merge the shards with: eva merge DIR...; then label the merged run',
  }),
  'EVA_LABEL:no_prompt': (params: { readonly run_id: string; readonly id: string }) => ({
    message: `run ${params.run_id} is of the prompt ${quoted(params.id)}, which this library does not have`,
    hint: `restore prompts/${params.id}/: its labels are kept there`,
  }),
  'EVA_LABEL:nothing_judged': (params: { readonly run_id: string }) => ({
    message: `no case of run ${params.run_id} is judged by a rubric or an expected behaviour`,
    hint: 'name another run: eva label RUN; eva log lists them',
  }),
  'EVA_LABEL:which_case': (params: { readonly cases: readonly string[] }) => ({
    message: `${params.cases.length} cases of the run have judged answers`,
    hint: casesHint(params.cases),
  }),
  'EVA_LABEL:not_judged': (params: { readonly case: string; readonly cases: readonly string[] }) => ({
    message: `no rubric judges the answers of case ${quoted(params.case)}`,
    hint: casesHint(params.cases),
  }),
  'EVA_LABEL:which_expectation': (params: {
    readonly case: string;
    readonly expectations: readonly NumberedExpectation[];
  }) => ({
    message: `case ${quoted(params.case)} has ${params.expectations.length} expectations that a judge decides, and people label one at a time`,
    hint: expectationsHint(params.expectations),
  }),
  'EVA_LABEL:unknown_expectation': (params: {
    readonly case: string;
    readonly word: string;
    readonly expectations: readonly NumberedExpectation[];
  }) => ({
    message: `${quoted(params.word)} is not one expectation of case ${quoted(params.case)} that a judge decides`,
    hint: expectationsHint(params.expectations),
  }),
  'EVA_LABEL:unfinished': (params: {
    readonly run_id: string;
    readonly id: string;
    readonly case: string;
    readonly missing: number;
  }) => ({
    message: `case ${quoted(params.case)} of run ${params.run_id} lacks ${params.missing} ${params.missing === 1 ? 'reply' : 'replies'}, so its sample is not known yet`,
    hint: `get them first: eva eval ${params.id} --resume ${params.run_id}`,
  }),
  'EVA_LABEL:no_answers': (params: { readonly run_id: string; readonly case: string }) => ({
    message: `no sampled trial of case ${quoted(params.case)} in run ${params.run_id} has a usable answer`,
    hint: 'they count as failed without a label; name another case with --case, or another run',
  }),
  'EVA_LABEL:no_labels': (params: { readonly id: string; readonly run_id: string }) => ({
    message: `prompts/${params.id}/labels.jsonl has no label, so there is nothing to compare the judge with`,
    hint: `label a sample of the answers: eva label ${params.run_id}`,
  }),
  'EVA_LABEL:unread': (params: { readonly id: string; readonly line: number; readonly reason: string }) => ({
    message: `line ${params.line} of prompts/${params.id}/labels.jsonl ${params.reason}, and could be another label of an answer`,
    hint: 'mend or remove the line: a run is decided once. Then: eva label RUN',
  }),
  'EVA_LABEL:no_texts': (params: { readonly run_id: string; readonly id: string; readonly case: string }) => ({
    message: `the answers of case ${quoted(params.case)} are gone: trials.jsonl of run ${params.run_id} was deleted or is damaged`,
    hint: `write it again from the replies of the run: eva eval ${params.id} --resume ${params.run_id}; else label another run`,
  }),
  'EVA_LABEL:no_terminal': {
    message: 'nobody can answer: standard input or standard error is no terminal',
    hint: 'label in a spreadsheet: eva label RUN --export FILE.csv, then eva label RUN --import FILE.csv',
  },
  'EVA_LABEL:rater': (params: { readonly rater: string | null; readonly limit: number }) => ({
    message:
      params.rater === null
        ? 'nobody knows who labels: the system has no name for this user'
        : `${quoted(params.rater)} is no name of a person: it is blank, longer than ${params.limit} characters, or holds a control character`,
    hint: 'write your name: --rater NAME, or set EVA_RATER',
  }),
  'EVA_LABEL:export_exists': (params: { readonly file: string }) => ({
    message: `${params.file} exists, and its labels would be lost`,
    hint: 'name a new file, or import this one first with --import',
  }),
  'EVA_LABEL:columns': (params: { readonly columns: readonly string[]; readonly found: readonly string[] }) => ({
    message: `the header lacks ${params.columns.length === 1 ? 'the column' : 'the columns'} ${listed(params.columns.map(quoted))}`,
    hint: `keep the columns of the export; this file has ${params.found.length === 0 ? 'none' : listed(params.found.slice(0, 2 * mostNamed).map(quoted))}`,
  }),
  'EVA_LABEL:workbook': {
    message: 'the file is a workbook, not CSV',
    hint: 'open it in the spreadsheet program, save it as CSV (UTF-8), and import that file',
  },
  'EVA_LABEL:no_file': {
    message: 'there is no such file to import',
    hint: 'write one with: eva label RUN --export FILE.csv, and fill its column "verdict"',
  },
  'EVA_LABEL:no_folder': (params: { readonly file: string }) => ({
    message: `the folder of ${params.file} does not exist`,
    hint: 'make it with mkdir -p, or name a file in another folder',
  }),
  'EVA_LABEL:verdict': (params: { readonly word: string }) => ({
    message: `${quoted(params.word)} is no verdict`,
    hint: 'write pass, fail or skip; leave the cell empty if nobody has decided yet',
  }),
  'EVA_LABEL:other_run': (params: { readonly run: string; readonly run_id: string }) => ({
    message: `this answer is of run ${quoted(params.run)}, not of ${params.run_id}`,
    hint: 'name the run of the file: eva label RUN --import FILE.csv',
  }),
  'EVA_LABEL:other_case': (params: { readonly case: string; readonly cases: readonly string[] }) => ({
    message: `the run has no judged case ${quoted(params.case)}`,
    hint: `leave this column as it was exported; the judged cases are ${listed(params.cases.slice(0, mostNamed).map(quoted))}`,
  }),
  'EVA_LABEL:other_expectation': (params: { readonly case: string }) => ({
    message: `this digest is of another rubric than those of case ${quoted(params.case)}`,
    hint: `leave this column as it was exported, or ${exportAgain}`,
  }),
  'EVA_LABEL:other_response': (params: { readonly case: string }) => ({
    message: `no answer to case ${quoted(params.case)} that may be sampled has this digest`,
    hint: `leave this column as it was exported, or ${exportAgain}`,
  }),
  'EVA_LABEL:other_item': (params: {
    readonly item: string;
    readonly draw: string;
    readonly items: readonly string[];
  }) => ({
    message: `the answer with this digest is not that of item ${quoted(params.item)}, draw ${quoted(params.draw)}`,
    hint: `rows or cells were moved; the answer is of ${listed(params.items.slice(0, mostNamed))}`,
  }),
  'EVA_LABEL:twice': (params: { readonly line: number }) => ({
    message: `line ${params.line} has another verdict or note for the same answer`,
    hint: 'remove one of the two lines',
  }),
  'EVA_LABEL:long_note': (params: { readonly limit: number }) => ({
    message: `the note is longer than ${params.limit} characters`,
    hint: 'shorten it',
  }),
  'EVA_LABEL:nothing_filled': {
    message: 'no row of the file has a verdict',
    hint: 'write pass, fail or skip into the column "verdict", save the file, and import it again',
  },
} as const satisfies SentenceTable;
