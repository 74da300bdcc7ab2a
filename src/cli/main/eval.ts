import { type Command, Option } from 'commander';
import type { Io } from '../io.js';
import { caseOption, type Done, jsonOption, rootOption, trustOption, underpoweredOption } from './options.js';
import { countFrom, dollarsFrom, shardFrom } from './values.js';

/** `eva eval`. */
export function addEval(program: Command, io: Io, done: Done): void {
  const command = program
    .command('eval')
    .description('run the cases of prompts, and write a row of evidence for each')
    .argument('[ids...]', 'the prompts: the names of their folders under prompts/');
  const options = [...whatOptions(), ...howOptions(), ...boundOptions(), trustOption(), jsonOption(), rootOption()];
  for (const option of options) command.addOption(option);
  command.addHelpText('after', evalExamples).action(async (ids: string[], options) => {
    const { evalCommand } = await import('../commands/eval.js');
    done(await evalCommand(ids, options, io));
  });
}

const whatOptions = () => [
  caseOption('only this case, or these if repeated; such a run opens no gate'),
  new Option('--resume [run]', 'go on with this run, or with the last unfinished one of the prompt'),
  new Option('--shard <i/n>', 'collect only this part of the trials, for `eva merge`').argParser(shardFrom),
  underpoweredOption(),
];

const howOptions = () => [
  new Option('--replay', 'take every reply from recordings.jsonl, never call a model').conflicts([
    'record',
    'batch',
    'live',
  ]),
  new Option('--live', 'never play recordings: without a key, end with exit code 3 (default: where CI is set)'),
  new Option('--record', 'call the model and keep its replies in recordings.jsonl'),
  new Option('--batch', 'send the calls that can wait in batches, at half the price'),
  new Option('--cache', 'take replies from .eva/cache, and keep new ones there (default: as eva.yml says)'),
  new Option('--no-cache', 'ignore the cache, even if eva.yml enables it'),
  new Option('--fail-fast', 'do not ask the judge where a check has failed'),
];

const boundOptions = () => [
  new Option('--max-calls <n>', 'make at most <n> calls to models').argParser(countFrom),
  new Option('--max-tokens <n>', 'use at most <n> tokens, input and output together').argParser(countFrom),
  new Option('--max-cost <usd>', 'spend at most <usd> dollars, by the prices of eva.yml').argParser(dollarsFrom),
];

const evalExamples = `
Examples:
  eva eval commit-message              with a key: asks the model; without: plays the recordings (not in CI)
  eva eval commit-message --replay     never calls a model
  eva eval commit-message --case typo  one case
  eva eval commit-message --resume     goes on where a run was interrupted
  eva eval summary --shard 2/5         a fifth of the trials, for one machine of five`;
