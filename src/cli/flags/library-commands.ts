import type { Command } from 'commander';
import { doctorCommand } from '../commands/doctor.js';
import { listCommand } from '../commands/list.js';
import { promoteCommand } from '../commands/promote.js';
import { trustCommand } from '../commands/trust.js';
import type { Io } from '../io.js';
import { type Done, jsonOption, rootOption } from './values.js';

/** Adds `eva promote`. */
export function addPromote(program: Command, io: Io, done: Done): void {
  program
    .command('promote')
    .description('advance a prompt (draft, tested, ready) if its evidence allows it')
    .argument('<id>', 'the prompt')
    .option('--check', 'only decide; write nothing')
    .option('--force', 'promote despite unmet gates; the promotion records it')
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', promoteExamples)
    .action(async (id: string, options) => {
      done(await promoteCommand(id, options, io));
    });
}

/** Adds `eva doctor`. */
export function addDoctor(program: Command, io: Io, done: Done): void {
  program
    .command('doctor')
    .description('check the library without calling a model')
    .argument('[id...]', 'prompts to check (default: all)')
    .option(
      '--strict',
      'report as errors: stale evidence of a ready prompt, and texts that do not mean what they seem to',
    )
    .option('--fix', 'correct what has exactly one correction, such as misspelt keys, and print each change')
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', doctorExamples)
    .action(async (ids: string[], options) => {
      done(await doctorCommand(ids, options, io));
    });
}

/** Adds `eva list`. */
export function addList(program: Command, io: Io, done: Done): void {
  program
    .command('list')
    .description('list prompts: status, evidence, last result and its cost')
    .argument('[ids...]', 'prompts: ids, paths or patterns (default: all)')
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', listExamples)
    .action(async (ids: string[], options) => {
      done(await listCommand(ids, options, io));
    });
}

/** Adds `eva trust`. */
export function addTrust(program: Command, io: Io, done: Done): void {
  program
    .command('trust')
    .description('show the programs and servers that the library uses, and allow them')
    .argument('[id]', 'show only those of this prompt and of eva.yml')
    .option('--yes', 'allow them without asking')
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', trustExamples)
    .action(async (id: string | undefined, options) => {
      done(await trustCommand(id, options, io));
    });
}

const promoteExamples = `
Examples:
  eva promote commit-message           promotes it if every gate is met
  eva promote commit-message --check   only decides, for CI`;

const listExamples = `
Examples:
  eva list                             every prompt of the library
  eva list "sql-*" --json              some of them, as data`;

const doctorExamples = `
Examples:
  eva doctor                           checks the whole library
  eva doctor commit-message --json     checks one prompt and prints data
  eva doctor --fix                     corrects what is mechanical`;

const trustExamples = `
Examples:
  eva trust                            shows them and asks
  eva trust --yes                      shows them and allows them`;
