import { type Command, Option } from 'commander';
import type { Io } from '../io.js';
import { caseOption, type Done, jsonOption, rootOption, trustOption, underpoweredOption } from './options.js';
import { countFrom } from './values.js';

/** Adds `eva plan`. */
export function addPlan(program: Command, io: Io, done: Done): void {
  program
    .command('plan')
    .description('show the trials, chances and cost of a run; calls no model')
    .argument('<id>', 'the prompt')
    .addOption(caseOption('plan only this case; repeat it for several'))
    .option('--batch', 'plan a run with --batch: what it costs, and into how many batches the budget splits it')
    .option('--full', 'explain each criterion: smallest sample, test, chance, and the words')
    .addOption(underpoweredOption())
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', planExamples)
    .action(async (id: string, options) => {
      const { planCommand } = await import('../commands/plan.js');
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
      const { rubricCommand } = await import('../commands/rubric.js');
      done(await rubricCommand(id, options, io));
    });
}

/** Adds `eva merge`. */
export function addMerge(program: Command, io: Io, done: Done): void {
  program
    .command('merge')
    .description('merge collected shards into one run, and append its row')
    .argument('<dirs...>', 'folders of runs, or folders that contain them')
    .addOption(trustOption())
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', mergeExamples)
    .action(async (dirs: string[], options) => {
      const { mergeCommand } = await import('../commands/merge.js');
      done(await mergeCommand(dirs, options, io));
    });
}

/** Adds `eva report`. */
export function addReport(program: Command, io: Io, done: Done): void {
  program
    .command('report')
    .description('show a stored run')
    .argument('[run]', 'the name of its folder in .eva/runs/ (default: the last run with a result)')
    .addOption(caseOption('only this case with its replies, or these if repeated'))
    .option('--failed', 'the cases that did not pass, with the replies that failed')
    .addOption(new Option('--trial <n>', 'only this trial of the case').argParser(countFrom))
    .option('--full', 'every reply, nothing cut; uses $PAGER on a terminal')
    .option('--recompute', 'compute every verdict again from the stored scores, and compare')
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', reportExamples)
    .action(async (run: string | undefined, options) => {
      const { reportCommand } = await import('../commands/report.js');
      done(await reportCommand(run, options, io));
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
  eva report --recompute               do its verdicts follow from its scores?`;

const mergeExamples = `
Examples:
  eva merge .eva/runs                  merges the shards of this machine
  eva merge shard-*/                   merges what the jobs of a CI matrix collected`;
