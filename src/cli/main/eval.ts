import { type Command, Option } from 'commander';
import type { Io } from '../io.js';
import { caseOption, type Done, jsonOption, rootOption, trustOption, underpoweredOption } from './options.js';
import { countFrom, dollarsFrom, shardFrom } from './values.js';

/** Adds `eva eval`. */
export function addEval(program: Command, io: Io, done: Done): void {
  const command = program
    .command('eval')
    .description('run the cases of prompts, and append a row of evidence for each')
    .argument('[ids...]', 'names of prompts: their folders under prompts/');
  const options = [...whatOptions(), ...howOptions(), ...boundOptions(), trustOption(), jsonOption(), rootOption()];
  for (const option of options) command.addOption(option);
  command.addHelpText('after', evalExamples).action(async (ids: string[], options) => {
    const { evalCommand } = await import('../commands/eval.js');
    done(await evalCommand(ids, options, io));
  });
}

const whatOptions = () => [
  caseOption('run only this case; repeat it for several. Such a run does not count for promotion'),
  new Option('--resume [run]', 'resume this run, or the last unfinished one of the prompt'),
  new Option('--shard <i/n>', 'collect only part <i> of <n> of the trials, for `eva merge`').argParser(shardFrom),
  underpoweredOption(),
];

const howOptions = () => [
  new Option('--replay', 'take every reply from recordings.jsonl; call no model').conflicts([
    'record',
    'batch',
    'live',
  ]),
  new Option('--live', 'never replay recordings: without a key, exit with 3 (default: if CI is set)'),
  new Option('--record', 'call the model and save its replies in recordings.jsonl'),
  new Option('--batch', 'send calls in batches where the provider has them, at half the price'),
  new Option('--cache', 'use replies from .eva/cache and save new ones there (default: the setting in eva.yml)'),
  new Option('--no-cache', 'ignore the cache, even if eva.yml enables it'),
  new Option('--fail-fast', 'skip the judge if a check has failed'),
];

const boundOptions = () => [
  new Option('--max-calls <n>', 'make at most <n> calls to models').argParser(countFrom),
  new Option('--max-tokens <n>', 'use at most <n> tokens, input and output together').argParser(countFrom),
  new Option('--max-cost <usd>', 'spend at most <usd> dollars, by the prices of eva.yml').argParser(dollarsFrom),
];

const evalExamples = `
Examples:
  eva eval commit-message              calls the model; without a key it replays recordings (not in CI)
  eva eval commit-message --replay     calls no model
  eva eval commit-message --case typo  one case
  eva eval commit-message --resume     resumes an interrupted run
  eva eval summary --shard 2/5         a fifth of the trials, for one of five machines`;
