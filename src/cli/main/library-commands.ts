import type { Command } from 'commander';
import type { Io } from '../io.js';
import { type Done, jsonOption, rootOption } from './options.js';

/** `eva promote`. */
export function addPromote(program: Command, io: Io, done: Done): void {
  program
    .command('promote')
    .description('advance a prompt (draft, tested, ready) if its evidence allows it')
    .argument('<id>', 'the prompt')
    .option('--check', 'decide and write nothing')
    .option('--force', 'go on despite unmet gates; the promotion records it')
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', promoteExamples)
    .action(async (id: string, options) => {
      const { promoteCommand } = await import('../commands/promote.js');
      done(await promoteCommand(id, options, io));
    });
}

/** `eva doctor`. */
export function addDoctor(program: Command, io: Io, done: Done): void {
  program
    .command('doctor')
    .description('check everything that can be checked without a model')
    .argument('[id...]', 'prompts to check (default: all)')
    .option('--strict', 'stale or missing evidence of a ready prompt is a problem')
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', doctorExamples)
    .action(async (ids: string[], options) => {
      const { doctorCommand } = await import('../commands/doctor.js');
      done(await doctorCommand(ids, options, io));
    });
}

/** `eva trust`. */
export function addTrust(program: Command, io: Io, done: Done): void {
  program
    .command('trust')
    .description('show the programs and servers that the library names, and allow them')
    .argument('[id]', 'only what this prompt (and eva.yml) names')
    .option('--yes', 'record without asking')
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', trustExamples)
    .action(async (id: string | undefined, options) => {
      const { trustCommand } = await import('../commands/trust.js');
      done(await trustCommand(id, options, io));
    });
}

const promoteExamples = `
Examples:
  eva promote commit-message           moves it on if every gate is met
  eva promote commit-message --check   for CI: only decides`;

const doctorExamples = `
Examples:
  eva doctor                           the whole library
  eva doctor commit-message --json     one prompt, as data`;

const trustExamples = `
Examples:
  eva trust                            shows them and asks
  eva trust --yes                      shows them and records`;
