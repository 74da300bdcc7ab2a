import { type Command, Option } from 'commander';
import type { Io } from '../io.js';
import { caseOption, type Done, jsonOption, rootOption, trustOption, underpoweredOption } from './options.js';

/** `eva eval`. */
export function addEval(program: Command, io: Io, done: Done): void {
  program
    .command('eval')
    .description("run a prompt's cases and write one row of evidence")
    .argument('<id>', 'the prompt: the name of its folder under prompts/')
    .addOption(caseOption('only this case, or these if repeated; such a run never opens a gate'))
    .addOption(new Option('--replay', 'take every reply from recordings.jsonl, never call a model').conflicts('record'))
    .addOption(new Option('--record', 'call the model and keep its replies in recordings.jsonl').conflicts('cache'))
    .option('--cache', 'take replies from .eva/cache, and keep new ones there')
    .option('--fail-fast', 'leave out the judge where a check has failed')
    .addOption(underpoweredOption())
    .addOption(trustOption())
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', evalExamples)
    .action(async (id: string, options) => {
      const { evalCommand } = await import('../commands/eval.js');
      done(await evalCommand(id, options, io));
    });
}

const evalExamples = `
Examples:
  eva eval commit-message              with a key: asks the model; without: plays the recordings
  eva eval commit-message --replay     never calls a model
  eva eval commit-message --case typo  one case`;
