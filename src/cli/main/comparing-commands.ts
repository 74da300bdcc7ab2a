import { type Command, InvalidArgumentError, Option } from 'commander';
import { type MutationKind, mutationKinds } from '#model/run/mutation.js';
import type { Io } from '../io.js';
import { boundOptions, countFrom, type Done, jsonOption, rootOption, trustOption } from './values.js';

/** Adds `eva mutate`. */
export function addMutate(program: Command, io: Io, done: Done): void {
  const command = program
    .command('mutate')
    .description('change the body in small ways, and show the lines that no case tests')
    .argument('<id>', 'the prompt');
  const options = [
    new Option('--kind <kind>', `only changes of this kind; repeat it for several: ${mutationKinds.join(', ')}`)
      .argParser(addKind)
      .default([], 'all but reorder'),
    new Option('--sample <n>', 'only <n> of the mutants, chosen at random').argParser(countFrom),
    new Option('--seed <n>', 'the seed of --sample (default: 1)').argParser(countFrom),
    new Option('--plan', 'show the mutants by kind, the cases and the cost; call no model'),
    new Option('--replay', 'call no model: use the replies of the last mutation run with these settings'),
    ...boundOptions(),
    trustOption(),
    jsonOption(),
    rootOption(),
  ];
  for (const option of options) command.addOption(option);
  command.addHelpText('after', mutateExamples).action(async (id: string, options) => {
    const { mutateCommand } = await import('../commands/comparing/mutate.js');
    done(await mutateCommand(id, options, io));
  });
}

function addKind(value: string, before: readonly MutationKind[]): readonly MutationKind[] {
  const kind = mutationKinds.find((one) => one === value);
  if (!kind) throw new InvalidArgumentError(`Write one of ${mutationKinds.join(', ')}.`);
  return before.includes(kind) ? before : [...before, kind];
}

const mutateExamples = `
Examples:
  eva mutate commit-message --plan         what it would cost
  eva mutate commit-message --sample 20    20 mutants, chosen at random
  eva mutate commit-message --kind negate  one kind of change
  eva mutate commit-message --replay       the last report, after an edit of
                                           mutations.yml`;
