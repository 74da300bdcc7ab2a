import { type Command, Option } from 'commander';
import { evalCommand } from '../commands/eval.js';
import { mergeCommand } from '../commands/merge.js';
import { planCommand } from '../commands/plan.js';
import { runReport } from '../commands/report.js';
import { rubricCommand } from '../commands/rubric.js';
import type { Io } from '../io.js';
import {
  boundOptions,
  caseOption,
  casesOfOption,
  countFrom,
  type Done,
  githubOption,
  itemOptions,
  jsonOption,
  listOption,
  modelOption,
  reportOptions,
  rootOption,
  shardFrom,
  shortBudgetOption,
  strictOption,
  trustOption,
  underpoweredOption,
} from './values.js';

/** Adds `eva plan`. */
export function addPlan(program: Command, io: Io, done: Done): void {
  const command = program
    .command('plan')
    .description('show the trials, chances and cost of a run; calls no model')
    .argument('<id>', 'the prompt');
  const options = [
    caseOption('plan only this case; repeat it for several'),
    ...itemOptions(),
    modelOption(),
    casesOfOption(),
  ];
  for (const option of options) command.addOption(option);
  command
    .option('--batch', 'plan a run with --batch: what it costs, and into how many batches the budget splits it')
    .option('--full', 'explain each criterion: smallest sample, test, chance, and the words')
    .addOption(underpoweredOption())
    .addOption(shortBudgetOption())
    .addOption(strictOption())
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', planExamples)
    .action(async (id: string, options) => {
      done(await planCommand(id, options, io));
    });
}

/** Adds `eva rubric`. */
export function addRubric(program: Command, io: Io, done: Done): void {
  program
    .command('rubric')
    .description('show the scores of expected behaviours and their meaning')
    .argument('<id>', 'the prompt')
    .option('--write', 'ask the judge to write missing rubrics, and save them in rubrics.yml')
    .addOption(trustOption())
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', rubricExamples)
    .action(async (id: string, options) => {
      done(await rubricCommand(id, options, io));
    });
}

/** Adds `eva merge`. */
export function addMerge(program: Command, io: Io, done: Done): void {
  const command = program
    .command('merge')
    .description('merge collected shards into one run, and append its row')
    .argument('<dirs...>', 'folders of runs, or folders that contain them')
    .addOption(trustOption())
    .addOption(rootOption());
  for (const option of [...reportOptions(), githubOption()]) command.addOption(option);
  command.addHelpText('after', mergeExamples).action(async (dirs: string[], options) => {
    done(await mergeCommand(dirs, options, io));
  });
}

/** Adds `eva report`. */
export function addReport(program: Command, io: Io, done: Done): void {
  const command = program
    .command('report')
    .description('show a stored run')
    .argument('[run]', 'the name of its folder in .eva/runs/ (default: the last run with a result)')
    .addOption(caseOption('only this case with its replies, or these if repeated'))
    .option('--failed', 'the cases that did not pass, with the replies that failed')
    .option('--flaky', 'the items of data sets whose answers differ: some passed, some did not')
    .option('--all', 'every item of data sets, also those that passed')
    .addOption(listOption('--slice <field=value>', 'only items with this value; class=NAME: that expect this class'))
    .addOption(listOption('--item <id>', 'only this item, with all its answers'))
    .option('--out <file.csv>', 'write the trials to a CSV file, one record each, instead of showing them')
    .addOption(new Option('--trial <n>', 'only this trial of the case').argParser(countFrom))
    .option('--full', 'every reply, nothing cut; uses $PAGER on a terminal')
    .addOption(
      new Option('--group', 'the runs of several variants side by side, or their replies').conflicts(['recompute']),
    )
    .addOption(
      new Option('--recompute', 'compute every verdict again from the stored scores, and compare').conflicts('report'),
    )
    .addOption(rootOption());
  for (const option of reportOptions()) command.addOption(option);
  command.addHelpText('after', reportExamples).action(async (run: string | undefined, options) => {
    done(await runReport(run, options, io));
  });
}

const planExamples = `
Examples:
  eva plan commit-message              one line for each criterion
  eva plan commit-message --full       with all figures, explained
  eva plan commit-message --case typo  one case`;

const rubricExamples = `
Examples:
  eva rubric password-reset            shows every behaviour with its levels
  eva rubric password-reset --write    writes missing ones`;

const reportExamples = `
Examples:
  eva report                           the last run with a result
  eva report --failed --slice lang=de  the items of a slice that failed
  eva report --out results.csv         every trial, for a spreadsheet
  eva report --group                   the last runs of several variants
  eva report --recompute               do its verdicts follow from its scores?`;

const mergeExamples = `
Examples:
  eva merge .eva/runs                  merges the shards of this machine
  eva merge shard-*/                   merges what a CI matrix collected`;

/** Adds `eva eval`. */
export function addEval(program: Command, io: Io, done: Done): void {
  const command = program
    .command('eval')
    .description('run the cases of prompts, and append a row of evidence for each')
    .argument('[ids...]', 'prompts: ids, paths or patterns such as "sup*" (default: all that have cases)');
  const options = [
    ...whatOptions(),
    ...howOptions(),
    ...boundOptions(),
    trustOption(),
    ...reportOptions(),
    githubOption(),
    rootOption(),
  ];
  for (const option of options) command.addOption(option);
  command.addHelpText('after', evalExamples).action(async (ids: string[], options) => {
    done(await evalCommand(ids, options, io));
  });
}

const whatOptions = () => [
  caseOption('run only this case; repeat it for several. Such a run does not count for promotion'),
  ...itemOptions(),
  modelOption(),
  casesOfOption(),
  new Option('--look', 'show the inputs and replies of the cases, judge nothing, write no row').conflicts([
    'shard',
    'batch',
    'failFast',
  ]),
  new Option('--resume [run]', 'resume this run, or the last unfinished one, with the others of its group'),
  new Option(
    '--shard <i/n>',
    'collect only part <i> of <n> of the trials, for `eva merge`. auto: the part of this CI or array job',
  ).argParser(shardFrom),
  underpoweredOption(),
  strictOption(),
  new Option(
    '--changed [ref]',
    'only prompts whose evidence differs from this git ref (default: the merge base with origin, else HEAD)',
  ).conflicts('resume'),
  new Option('-y, --yes', 'evaluate all prompts without asking, if none is named'),
];

const howOptions = () => [
  new Option('--replay', 'take every reply from recordings.jsonl; call no model').conflicts(['record', 'batch']),
  new Option('--record', 'call the model and save its replies in recordings.jsonl'),
  new Option('--batch', 'send calls in batches where the provider has them, at half the price'),
  new Option('--cache', 'use replies from .eva/cache and save new ones there (default: the setting in eva.yml)'),
  new Option('--no-cache', 'ignore the cache, even if eva.yml enables it'),
  new Option('--fail-fast', 'skip the judge if a check has failed'),
  new Option('--show', 'print every reply below the result').conflicts(['json', 'look']),
  new Option('--watch', 'evaluate again whenever a file is saved, with the cache, until Ctrl-C').conflicts([
    'batch',
    'changed',
    'json',
    'record',
    'resume',
    'shard',
  ]),
];

const evalExamples = `
Examples:
  eva eval commit-message              calls the model, which needs a key
  eva eval "sql-*"                     every prompt whose id begins so
  eva eval --changed origin/main       prompts that differ from this branch
  eva eval --yes                       all prompts, without asking
  eva eval commit-message --replay     calls no model
  eva eval commit-message --case typo  one case
  eva eval commit-message --watch      runs again when you save a file
  eva eval commit-message --look       shows replies without judging them
  eva eval commit-message --resume     resumes an interrupted run
  eva eval summary --shard 2/5         a fifth of the trials, on this machine
  eva eval summary --shard auto        the share of this CI or array job`;
