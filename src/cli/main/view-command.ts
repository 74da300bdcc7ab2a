import { type Command, Option } from 'commander';
import type { Io } from '../io.js';
import { type Done, portFrom, rootOption } from './values.js';

/** Adds `eva view`. */
export function addView(program: Command, io: Io, done: Done): void {
  program
    .command('view')
    .description('show stored runs in a browser, and compare two of them')
    .argument('[run]', 'open this run first (default: the list of runs)')
    .addOption(new Option('--port <n>', 'serve pages on this port (default: a free one)').argParser(portFrom))
    .addOption(rootOption())
    .addHelpText('after', viewExamples)
    .action(async (run: string | undefined, options) => {
      const { viewCommand } = await import('../commands/view/view.js');
      done(await viewCommand(run, options, io));
    });
}

const viewExamples = `
Examples:
  eva view                             the list of runs
  eva view 4f3a9c                      one run, by the end of its name`;
