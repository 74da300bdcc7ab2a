import { listed, plural, quoted } from '#model/text/quoted.js';
import type { SentenceTable } from '../table.js';

const evalHelp = 'eva eval --help lists the options';

/** The number that an engine gave to a job. */
export interface JobNumber {
  readonly engine: string;
  /** From 1, whatever the engine begins with. */
  readonly index: number;
  /** The number of jobs; null if the engine does not say it. */
  readonly of: number | null;
  /** The variables that it was read from. */
  readonly variables: readonly string[];
}

function jobText({ engine, index, of, variables }: JobNumber): string {
  return `${engine} says ${index}${of === null ? '' : ` of ${of}`} (${variables.join(', ')})`;
}

const writeShard = 'write the shard, such as --shard 2/5';

/** The maximum number of names in a hint. */
const mostNamed = 8;

/** The sentences of problems that `cli` finds. */
export const cliSentences = {
  'EVA_USAGE:command_line': (params: {
    readonly flaw: string;
    /** The word that is probably meant; null if none is near, or several are. */
    readonly meant: string | null;
    /** The command whose help to read; null for that of eva. */
    readonly command: string | null;
  }) => ({
    message: params.flaw,
    hint: `${params.meant === null ? '' : `did you mean ${params.meant}? `}${
      params.command === null ? 'eva --help lists the commands' : `eva ${params.command} --help lists the options`
    }`,
  }),
  'EVA_USAGE:port': ({ port, reason }: { readonly port: number; readonly reason: string }) => ({
    message: `cannot serve pages on port ${port}: ${reason}`,
    hint: 'choose another --port, or leave it out for a free one',
  }),
  'EVA_USAGE:record_cache': {
    message: "option '--record' cannot be used with option '--cache'",
    hint: evalHelp,
  },
  'EVA_USAGE:resume_several': { message: '--resume continues one run, so name at most one prompt', hint: evalHelp },
  'EVA_USAGE:several_prompts': ({ word, ids }: { readonly word: string; readonly ids: readonly string[] }) => ({
    message: `this command takes one prompt, and ${quoted(word)} names ${ids.length}`,
    hint: `name one of ${listed(ids.slice(0, mostNamed))}`,
  }),
  'EVA_USAGE:unconfirmed': ({ prompts }: { readonly prompts: number }) => ({
    message: `no prompt is named, and nobody can answer whether to evaluate all ${prompts}`,
    hint: 'evaluate all with: eva eval --yes; or name some: eva eval ID',
  }),
  'EVA_USAGE:trial_of_which_case': { message: '--trial needs exactly one case', hint: 'name the case: --case NAME' },
  'EVA_USAGE:no_trial': (params: { readonly case: string; readonly trial: number; readonly trials: number }) => ({
    message: `case ${quoted(params.case)} has no trial ${params.trial}`,
    hint: `its last trial is ${params.trials}`,
  }),
  'EVA_USAGE:no_group': ({ run_id }: { readonly run_id: string | null }) => ({
    message: run_id === null ? 'no run is one of a group' : `run ${run_id} is not one of a group`,
    hint: 'eva eval makes a group of runs for a prompt with several models; eva log lists all runs',
  }),
  'EVA_USAGE:no_dataset': {
    message: 'no shown case has a data set',
    hint: '--slice, --item and --flaky select items of a data set; --failed selects replies of all cases',
  },
  'EVA_USAGE:not_an_export': ({ file }: { readonly file: string }) => ({
    message: `--out does not replace ${quoted(file)}, which eva report did not write`,
    hint: 'choose another name for the CSV file',
  }),
  'EVA_USAGE:unknown_slice_field': ({
    slice,
    fields,
  }: {
    readonly slice: string;
    readonly fields: readonly string[];
  }) => ({
    message: `--slice ${quoted(slice)} does not name a field and its value`,
    hint:
      fields.length === 0
        ? 'the cases have no slices: name fields in dataset.slices'
        : `write FIELD=VALUE; the fields are ${listed(fields.slice(0, mostNamed))}`,
  }),
  'EVA_USAGE:unknown_slice_value': (params: {
    readonly field: string;
    readonly value: string;
    readonly nearest: string | null;
    readonly values: readonly string[];
  }) => ({
    message: `no item has ${quoted(params.value)} as its ${params.field}`,
    hint:
      params.nearest === null
        ? `the values are ${listed(params.values.slice(0, mostNamed))}`
        : `did you mean ${quoted(params.nearest)}?`,
  }),
  'EVA_USAGE:unknown_item': ({ item, asked }: { readonly item: string; readonly asked: number }) => ({
    message: `the run did not ask an item ${quoted(item)}`,
    hint: `it asked ${asked}; eva report --all lists them`,
  }),
  'EVA_NO_SHARD:no_engine': {
    message: '--shard auto: no environment variable has the number of this job',
    hint: `${writeShard}; on GitHub Actions --shard \${{ matrix.shard }}/5`,
  },
  'EVA_NO_SHARD:no_count': ({ variable }: { readonly variable: string }) => ({
    message: `--shard auto: ${variable} has the number of this job, but no variable has the number of all jobs`,
    hint: 'write the number of all jobs: --shard auto/5',
  }),
  'EVA_NO_SHARD:no_range': ({ index, unset }: { readonly index: string; readonly unset: readonly string[] }) => ({
    message: `--shard auto: ${index} is set, but ${listed(unset)} ${unset.length === 1 ? 'is' : 'are'} not`,
    hint: `pass all variables of the array job to eva, or ${writeShard}`,
  }),
  'EVA_NO_SHARD:no_number': (params: {
    readonly variable: string;
    readonly value: string;
    /** The lowest number that it may be. */
    readonly least: number;
  }) => ({
    message: `--shard auto: ${params.variable} is ${quoted(params.value)}, and must be a whole number of at least ${params.least}`,
    hint: `correct the variable, or ${writeShard}`,
  }),
  'EVA_NO_SHARD:outside': (params: {
    readonly variable: string;
    readonly value: number;
    /** The numbers of the first and the last job, and the step between two numbers. */
    readonly first: number;
    readonly last: number;
    readonly step: number;
  }) => ({
    message: `--shard auto: ${params.variable} is ${params.value}, and the jobs have the numbers from ${params.first} to ${params.last}${params.step === 1 ? '' : ` in steps of ${params.step}`}`,
    hint: `start as many jobs as there are shards, or ${writeShard}`,
  }),
  'EVA_NO_SHARD:gaps': (params: {
    readonly variable: string;
    readonly count: number;
    /** The number of jobs from the first number to the last. */
    readonly jobs: number;
    readonly range: { readonly first: string; readonly last: string };
  }) => ({
    message: `--shard auto: the array has ${plural(params.jobs, 'number')} from ${params.range.first} to ${params.range.last}, but ${params.variable} is ${params.count}`,
    hint: `submit an array without gaps, such as 1-5, or ${writeShard}`,
  }),
  'EVA_NO_SHARD:alone': (params: { readonly engine: string; readonly variables: readonly string[] }) => ({
    message: `--shard auto: ${params.engine} started this job alone (${params.variables.join(', ')})`,
    hint: `start several jobs, or leave --shard out; to collect one shard again, write it, such as --shard 2/5`,
  }),
  'EVA_NO_SHARD:other_count': (params: {
    readonly asked: number;
    readonly of: number;
    readonly variables: readonly string[];
  }) => ({
    message: `--shard auto/${params.asked}: by ${listed(params.variables)} there ${params.of === 1 ? 'is' : 'are'} ${plural(params.of, 'job')}`,
    hint: `--shard auto takes their number from the environment; to collect one shard again, write it, such as --shard 2/5`,
  }),
  'EVA_NO_SHARD:too_many': (params: {
    readonly of: number;
    readonly most: number;
    readonly variables: readonly string[];
  }) => ({
    message: `--shard auto: by ${listed(params.variables)} there ${params.of === 1 ? 'is' : 'are'} ${plural(params.of, 'job')}`,
    hint: `start at most ${plural(params.most, 'job')}`,
  }),
  'EVA_NO_SHARD:contradiction': (params: { readonly numbers: readonly JobNumber[] }) => ({
    message: `--shard auto: this job has several numbers: ${params.numbers.map(jobText).join('; ')}`,
    hint: `unset the variables of all engines but one, or ${writeShard}`,
  }),
  'EVA_DISK:output': ({ reason }: { readonly reason: string }) => ({
    message: `eva could not write all of its output (${reason})`,
    hint: 'free space where the output goes, then run the command again',
  }),
  'EVA_DISK:not_removed': ({ reason }: { readonly reason: string }) => ({ message: reason }),
  'EVA_BAD_ROW:log': ({ reason }: { readonly reason: string }) => ({
    message: `this line ${reason}`,
    hint: 'eva skips it; gates use only the rows below it as evidence',
  }),
  EVA_TRUST_UNANSWERED: {
    message: 'eva trust asks for confirmation, and standard input or standard error is not a terminal',
    hint: 'run it in a terminal, or review the programs and add --yes',
  },
  'EVA_BAD_RUN:undecidable': ({ run_id, reason }: { readonly run_id: string; readonly reason: string }) => ({
    message: `cannot read run ${run_id}: eva cannot derive its verdicts: ${reason}`,
    hint: 'plan.json was edited; start the run again',
  }),
  EVA_NO_DIRECTORY: {
    message: 'the working directory was deleted, or its path cannot be read',
    hint: 'go to another directory: cd',
  },
} as const satisfies SentenceTable;
