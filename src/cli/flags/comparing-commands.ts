import { type Command, InvalidArgumentError, Option } from 'commander';
import { type MutationKind, mutationKinds } from '#model/run/mutation.js';
import { runCompare } from '../commands/compare.js';
import { mutateCommand } from '../commands/mutate.js';
import type { Io } from '../io.js';
import {
  boundOptions,
  caseOption,
  countFrom,
  type Done,
  githubOption,
  jsonOption,
  listOption,
  reportOptions,
  rootOption,
  trustOption,
} from './values.js';

/** Parses a margin: a share between 0 and 1. */
function marginFrom(text: string): number {
  const number = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || number <= 0 || number >= 1)
    throw new InvalidArgumentError('Write a share between 0 and 1: 0.05 allows a loss of 5 points.');
  return number;
}

/** Adds `eva compare`. */
export function addCompare(program: Command, io: Io, done: Done): void {
  const command = program
    .command('compare')
    .description('say whether a version of a prompt is worse than another, on the same cases')
    .argument('<id>', 'the prompt')
    .argument(
      '[versions...]',
      'A or A..B: git refs, ready, prompts; or two runs. A is the old version; B is the working tree unless named (default: compare: of eval.yml, else ready)',
    );
  const options = [
    listOption('--model <name>', 'compare two models or variants: name the old one, then the new one').default(
      [],
      'those of the files',
    ),
    caseOption('compare only this case; repeat it for several. Such a comparison opens no gate'),
    new Option('--not-worse-by <share>', 'the loss to rule out, such as 0.02 for 2 points (default: 0.05)').argParser(
      marginFrom,
    ),
    new Option('--items <which>', 'show both answers of the pairs that changed').choices([
      'worse',
      'better',
      'changed',
    ]),
    new Option('--plan', 'show pairs, chances and cost of the comparison; call no model').conflicts([
      'items',
      'resume',
      'report',
    ]),
    new Option('--resume', 'resume the last unfinished comparison of these versions'),
    new Option('--replay', 'take every reply from recordings.jsonl; call no model'),
    ...boundOptions(),
    new Option('--full', 'list every case and every changed pair, nothing cut'),
    trustOption(),
    ...reportOptions(),
    githubOption(),
    rootOption(),
  ];
  for (const option of options) command.addOption(option);
  command.addHelpText('after', compareExamples).action(async (id: string, versions: string[], options) => {
    done(await runCompare(id, versions, options, io));
  });
}

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

const compareExamples = `
Examples:
  eva compare summary                  the working tree with the ready version
  eva compare summary main             the working tree with a branch
  eva compare summary v1.2..main       two commits
  eva compare summary main --plan      how many pairs, and what they cost
  eva compare summary main --items worse
                                       the answers that got worse
  eva compare summary main --report html=compare.html
                                       a page for the browser
  eva compare summary --model small --model large
                                       two models
  eva compare summary 1f0c2a 7d7a9d    two stored runs, without a call`;
