import type { Command } from 'commander';
import type { Io } from '../io.js';
import { caseOption, type Done, jsonOption, rootOption, trustOption, underpoweredOption } from './options.js';

/** `eva plan`. */
export function addPlan(program: Command, io: Io, done: Done): void {
  program
    .command('plan')
    .description('show what a run would ask, prove and cost; calls no model')
    .argument('<id>', 'the prompt')
    .addOption(caseOption('only this case, or these if repeated'))
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

/** `eva rubric`. */
export function addRubric(program: Command, io: Io, done: Done): void {
  program
    .command('rubric')
    .description('show what each score of an expected behaviour means')
    .argument('<id>', 'the prompt')
    .option('--write', 'have the judge write what is missing, and freeze it in rubrics.yml')
    .addOption(trustOption())
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', rubricExamples)
    .action(async (id: string, options) => {
      const { rubricCommand } = await import('../commands/rubric.js');
      done(await rubricCommand(id, options, io));
    });
}

/** `eva merge`. */
export function addMerge(program: Command, io: Io, done: Done): void {
  program
    .command('merge')
    .description('join collected shards into one run, and write its row')
    .argument('<dirs...>', 'folders of runs, or folders that hold them')
    .addOption(trustOption())
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', mergeExamples)
    .action(async (dirs: string[], options) => {
      const { mergeCommand } = await import('../commands/merge.js');
      done(await mergeCommand(dirs, options, io));
    });
}

/** `eva report`. */
export function addReport(program: Command, io: Io, done: Done): void {
  program
    .command('report')
    .description('show a stored run again')
    .argument('[run]', 'the name of its folder in .eva/runs/ (default: the last run with a result)')
    .option('--recompute', 'derive every verdict again from the stored scores, and say whether they agree')
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
  eva rubric password-reset            every behaviour, with its levels
  eva rubric password-reset --write    writes those that are missing`;

const reportExamples = `
Examples:
  eva report                           the last run
  eva report --recompute               do its verdicts follow from its scores?`;

const mergeExamples = `
Examples:
  eva merge .eva/runs                  shards that this machine has collected
  eva merge shard-*/                   what the jobs of a CI matrix have kept`;
