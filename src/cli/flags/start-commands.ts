import { type Command, Option } from 'commander';
import { initCommand } from '../commands/init.js';
import { newCommand } from '../commands/new.js';
import type { Io } from '../io.js';
import { type Done, jsonOption, rootOption } from './values.js';

/** Adds `eva init`. */
export function addInit(program: Command, io: Io, done: Done): void {
  program
    .command('init')
    .description('make a library of prompts here, with one prompt that passes')
    .argument('[dir]', 'the folder of the library (default: the working directory)')
    .option('--provider <provider>', 'the provider of the models (default: the one whose key is set)')
    .option('--model <name>', 'the model under test')
    .option('--judge <name>', 'the model that scores replies by rubrics (default: a cheaper one of the provider)')
    .addOption(new Option('--ci <service>', 'add a workflow that checks pull requests').choices(['github']))
    .option('--yes', 'take the defaults; ask nothing')
    .addOption(jsonOption())
    .addHelpText('after', initExamples)
    .action(async (dir: string | undefined, options) => {
      done(await initCommand(dir, options, io));
    });
}

/** Adds `eva new`. */
export function addNew(program: Command, io: Io, done: Done): void {
  program
    .command('new')
    .description('make a prompt with two cases, or a copy of one')
    .argument('<id>', 'the name of its folder under prompts/')
    .option('--from <id>', 'copy this prompt: its body, cases and their files')
    .addOption(
      new Option('--body <kind>', 'the file of the body (default: md)')
        .choices(['md', 'txt', 'xml', 'messages'])
        .conflicts('from'),
    )
    .addOption(modelOption('--model <name>', 'the model under test (default: that of eva.yml or of the other prompts)'))
    .addOption(modelOption('--judge <name>', 'the model that scores replies by rubrics (default: likewise)'))
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', newExamples)
    .action(async (id: string, options) => {
      done(await newCommand(id, options, io));
    });
}

/** Adds `eva import promptfoo`. */
export function addImport(program: Command, io: Io, done: Done): void {
  program
    .command('import')
    .description('make prompts of the files of another tool; executes nothing of them')
    .addHelpText('after', importExamples)
    .command('promptfoo')
    .description('make prompts of a configuration of promptfoo, or of each in a folder')
    .argument(
      '[file]',
      'the configuration, or a folder with several (default: promptfooconfig.yaml, .yml or .json here)',
    )
    .option(
      '--into <dir>',
      'the library to write into (default: the one here, else the working directory; eva/ beside a prompts/ of something else)',
    )
    .option('--model <name>', 'the model under test in place of those that eva cannot reach')
    .option('--dry-run', 'show what would be written, and write nothing')
    .addOption(jsonOption())
    .action(async (file: string | undefined, options) => {
      const { importCommand } = await import('../commands/import.js');
      done(await importCommand(file, options, io));
    });
}

/** Declares a model of a new prompt. A copy has the models of the prompt that it is copied from. */
function modelOption(flags: string, description: string): Option {
  return new Option(flags, description).conflicts('from');
}

const initExamples = `
Examples:
  eva init                             asks for provider and model
  eva init --provider openai           asks nothing
  eva init evals --ci github           in the folder evals/, with a workflow`;

const importExamples = `
Examples:
  eva import promptfoo                            promptfooconfig.yaml of this folder
  eva import promptfoo evals --into library       every configuration below evals/
  eva import promptfoo promptfooconfig.yaml --model claude-sonnet-5-5 --dry-run`;

const newExamples = `
Examples:
  eva new summary                      a text body in prompt.md
  eva new chat --body messages         a list of messages
  eva new summary-2 --from summary     a copy, as a draft
  eva new reply --model claude-sonnet-5-5`;
