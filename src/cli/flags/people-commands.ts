import { type Command, InvalidArgumentError, Option } from 'commander';
import { calibrateCommand } from '../commands/calibrate.js';
import { labelCommand } from '../commands/label.js';
import type { Io } from '../io.js';
import { countFrom, type Done, rootOption } from './values.js';

/** Adds `eva label`. */
export function addLabel(program: Command, io: Io, done: Done): void {
  program
    .command('label')
    .description('pass or fail a sample of answers that a judge has judged, without seeing its verdict')
    .argument(
      '[run]',
      'the name of its folder in .eva/runs/, or a prompt: its last run with judged answers (default: the last of all prompts)',
    )
    .option('--case <name>', 'the case whose answers to label')
    .option('--expectation <n>', 'the expectation of the case, by its number or name')
    .addOption(
      new Option('-n, --number <n>', 'label <n> answers (default: those that a criterion waits for, or 100)').argParser(
        countFrom,
      ),
    )
    .addOption(new Option('--seed <n>', 'draw another sample').argParser(seedFrom))
    .option('--rater <name>', 'your name (default: $EVA_RATER, or your login name)')
    .addOption(new Option('--export <file.csv>', 'write the answers to a new CSV file').conflicts('import'))
    .option('--import <file.csv>', 'append the labels of an exported file that somebody has filled')
    .addOption(rootOption())
    .addHelpText('after', labelExamples)
    .action(async (run: string | undefined, options) => {
      done(await labelCommand(run, options, io));
    });
}

/** Adds `eva calibrate`. */
export function addCalibrate(program: Command, io: Io, done: Done): void {
  program
    .command('calibrate')
    .description('compare the judge of a run with labels of people')
    .argument('[run]', 'the name of its folder in .eva/runs/, or a prompt (default: the last run with judged answers)')
    .option('--case <name>', 'show one case')
    .option('--items', 'show the answers on which judge and people differ')
    .addOption(new Option('--full', 'show all of them, with their whole texts').implies({ items: true }))
    .option('--json', 'print data instead of text')
    .addOption(rootOption())
    .addHelpText('after', calibrateExamples)
    .action(async (run: string | undefined, options) => {
      done(await calibrateCommand(run, options, io));
    });
}

const calibrateExamples = `
Examples:
  eva calibrate                        the last run
  eva calibrate support-triage         the last run of a prompt
  eva calibrate 4f3a9c --items         where judge and people differ`;

/** Parses the seed of a sample. */
function seedFrom(text: string): number {
  const seed = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(seed)) return seed;
  throw new InvalidArgumentError('Write a whole number, such as 7.');
}

const labelExamples = `
Examples:
  eva label                            the last run; one answer after another
  eva label support-triage             the last run of this prompt
  eva label 4f3a9c --case tickets      one case of a run
  eva label --export to-label.csv      for a spreadsheet
  eva label --import to-label.csv      the filled file`;
