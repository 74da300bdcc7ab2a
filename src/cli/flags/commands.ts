import { Option } from 'commander';
import { mutationKinds } from '#model/run/mutation.js';
import { cacheClearCommand, cacheStatsCommand } from '../commands/cache.js';
import { calibrateCommand } from '../commands/calibrate.js';
import { cleanCommand } from '../commands/clean.js';
import { runCompare } from '../commands/compare.js';
import { doctorCommand } from '../commands/doctor.js';
import { evalCommand } from '../commands/eval.js';
import { initCommand } from '../commands/init.js';
import { labelCommand } from '../commands/label.js';
import { listCommand } from '../commands/list.js';
import { logCommand } from '../commands/log.js';
import { mergeCommand } from '../commands/merge.js';
import { mutateCommand } from '../commands/mutate.js';
import { newCommand } from '../commands/new.js';
import { planCommand } from '../commands/plan.js';
import { promoteCommand } from '../commands/promote.js';
import { runReport } from '../commands/report.js';
import { rubricCommand } from '../commands/rubric.js';
import { trustCommand } from '../commands/trust.js';
import type { Io } from '../io.js';
import {
  addKind,
  ageFrom,
  boundOptions,
  bytesFrom,
  caseOption,
  casesOfOption,
  countFrom,
  githubOption,
  itemOptions,
  jsonOption,
  listOption,
  marginFrom,
  modelOption,
  placeOptions,
  portFrom,
  reportOptions,
  rootOption,
  seedFrom,
  shardFrom,
  shortBudgetOption,
  strictOption,
  trustOption,
  underpoweredOption,
} from './values.js';

/** A command as its help describes it. */
export interface CommandSpec {
  readonly name: string;
  readonly about: string;
  readonly words?: readonly (readonly [name: string, about: string])[];
  readonly options?: () => readonly Option[];
  readonly examples?: readonly string[];
  /** Takes the words, the options by their names, and the process. Returns the exit code. */
  readonly run?: (...given: never[]) => Promise<number>;
  readonly parts?: readonly CommandSpec[];
}

/** The commands in the order of the help. */
export const commands: readonly CommandSpec[] = [
  {
    name: 'init',
    about: 'make a library of prompts here, with one prompt that passes',
    words: [['[dir]', 'the folder of the library (default: the working directory)']],
    options: () => [
      new Option('--provider <provider>', 'the provider of the models (default: the one whose key is set)'),
      new Option('--model <name>', 'the model under test'),
      new Option('--judge <name>', 'the model that scores replies by rubrics (default: a cheaper one of the provider)'),
      new Option('--ci <service>', 'add a workflow that checks pull requests').choices(['github']),
      new Option('--yes', 'take the defaults; ask nothing'),
      jsonOption(),
    ],
    examples: [
      'eva init                             asks for provider and model',
      'eva init --provider openai           asks nothing',
      'eva init evals --ci github           in the folder evals/, with a workflow',
    ],
    run: initCommand,
  },
  {
    name: 'new',
    about: 'make a prompt with two cases, or a copy of one',
    words: [['<id>', 'the name of its folder under prompts/']],
    options: () => [
      new Option('--from <id>', 'copy this prompt: its body, cases and their files'),
      new Option('--body <kind>', 'the file of the body (default: md)')
        .choices(['md', 'txt', 'xml', 'messages'])
        .conflicts('from'),
      // A copy has the models of the prompt that it is copied from.
      new Option('--model <name>', 'the model under test (default: that of eva.yml or of the other prompts)').conflicts(
        'from',
      ),
      new Option('--judge <name>', 'the model that scores replies by rubrics (default: likewise)').conflicts('from'),
      jsonOption(),
      rootOption(),
    ],
    examples: [
      'eva new summary                      a text body in prompt.md',
      'eva new chat --body messages         a list of messages',
      'eva new summary-2 --from summary     a copy, as a draft',
      'eva new reply --model claude-sonnet-5-5',
    ],
    run: newCommand,
  },
  {
    name: 'import',
    about: 'make prompts of the files of another tool; executes nothing of them',
    examples: [
      'eva import promptfoo                            promptfooconfig.yaml of this folder',
      'eva import promptfoo evals --into library       every configuration below evals/',
      'eva import promptfoo promptfooconfig.yaml --model claude-sonnet-5-5 --dry-run',
    ],
    parts: [
      {
        name: 'promptfoo',
        about: 'make prompts of a configuration of promptfoo, or of each in a folder',
        words: [
          ['[file]', 'the configuration, or a folder with several (default: promptfooconfig.yaml, .yml or .json here)'],
        ],
        options: () => [
          new Option(
            '--into <dir>',
            'the library to write into (default: the one here, else the working directory; eva/ beside a prompts/ of something else)',
          ),
          new Option('--model <name>', 'the model under test in place of those that eva cannot reach'),
          new Option('--dry-run', 'show what would be written, and write nothing'),
          jsonOption(),
        ],
        run: async (file: string | undefined, options: object, io: Io) =>
          (await import('../commands/import.js')).importCommand(file, options, io),
      },
    ],
  },
  {
    name: 'plan',
    about: 'show the trials, chances and cost of a run; calls no model',
    words: [['<id>', 'the prompt']],
    options: () => [
      caseOption('plan only this case; repeat it for several'),
      ...itemOptions(),
      modelOption(),
      casesOfOption(),
      new Option('--batch', 'plan a run with --batch: what it costs, and into how many batches the budget splits it'),
      new Option('--full', 'explain each criterion: smallest sample, test, chance, and the words'),
      underpoweredOption(),
      shortBudgetOption(),
      strictOption(),
      jsonOption(),
      ...placeOptions(),
    ],
    examples: [
      'eva plan commit-message              one line for each criterion',
      'eva plan commit-message --full       with all figures, explained',
      'eva plan commit-message --case typo  one case',
    ],
    run: planCommand,
  },
  {
    name: 'eval',
    about: 'run the cases of prompts, and append a row of evidence for each',
    words: [['[ids...]', 'prompts: ids, paths or patterns such as "sup*" (default: all that have cases)']],
    options: () => [
      caseOption('run only this case; repeat it for several. Such a run does not count for promotion'),
      ...itemOptions(),
      modelOption(),
      casesOfOption(),
      new Option('--look', 'show the inputs and replies of the cases, judge nothing, write no row').conflicts([
        'shard',
        'batch',
        'failFast',
      ]),
      new Option('--resume [run]', 'continue this run; without a name the last one of the prompt, or the last command'),
      new Option(
        '--shard <i/n>',
        'make only share <i> of <n> of all calls, for `eva merge`. auto: the share of this CI or array job',
      ).argParser(shardFrom),
      new Option(
        '--group <name>',
        'the job of the shard: when it starts again, it continues there (default: that of the CI engine)',
      ),
      new Option(
        '--at-once <k>',
        'divide the rates of providers by <k>, the shards that run at a time (default: all)',
      ).argParser(countFrom),
      underpoweredOption(),
      strictOption(),
      new Option(
        '--changed [ref]',
        'only prompts whose evidence differs from this git ref (default: the merge base with origin, else HEAD)',
      ).conflicts('resume'),
      new Option('-y, --yes', 'evaluate all prompts without asking, if none is named'),
      ...howOptions(),
      ...boundOptions(),
      trustOption(),
      ...reportOptions(),
      githubOption(),
      ...placeOptions(),
    ],
    examples: [
      'eva eval commit-message              calls the model, which needs a key',
      'eva eval "sql-*"                     every prompt whose id begins so',
      'eva eval --changed origin/main       prompts that differ from this branch',
      'eva eval --yes                       all prompts, without asking',
      'eva eval commit-message --replay     calls no model',
      'eva eval commit-message --case typo  one case',
      'eva eval commit-message --watch      runs again when you save a file',
      'eva eval commit-message --look       shows replies without judging them',
      'eva eval --resume                    goes on with an interrupted command',
      'eva eval --yes --shard 2/5           a fifth of all calls, on this machine',
    ],
    run: evalCommand,
  },
  {
    name: 'compare',
    about: 'say whether a version of a prompt is worse than another, on the same cases',
    words: [
      ['<id>', 'the prompt'],
      [
        '[versions...]',
        'A or A..B: git refs, ready, prompts; or two runs. A is the old version; B is the working tree unless named (default: compare: of eval.yml, else ready)',
      ],
    ],
    options: () => [
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
      ...placeOptions(),
    ],
    examples: [
      'eva compare summary                  the working tree with the ready version',
      'eva compare summary main             the working tree with a branch',
      'eva compare summary v1.2..main       two commits',
      'eva compare summary main --plan      how many pairs, and what they cost',
      'eva compare summary main --items worse',
      '                                     the answers that got worse',
      'eva compare summary main --report html=compare.html',
      '                                     a page for the browser',
      'eva compare summary --model small --model large',
      '                                     two models',
      'eva compare summary 1f0c2a 7d7a9d    two stored runs, without a call',
    ],
    run: runCompare,
  },
  {
    name: 'merge',
    about: 'merge the runs of shards into whole ones, and append their rows',
    words: [['<dirs...>', 'folders of runs, or folders that contain them']],
    options: () => [
      new Option('--partial', 'show what is known while trials are missing; write nothing'),
      new Option('--group <name>', 'the job to merge, if the folders have several (default: that of the CI engine)'),
      trustOption(),
      ...reportOptions(),
      githubOption(),
      ...placeOptions(),
    ],
    examples: [
      'eva merge shard-*/                   merges what a CI matrix collected',
      'eva merge /results --partial         what is known so far',
    ],
    run: mergeCommand,
  },
  {
    name: 'rubric',
    about: 'show the scores of expected behaviours and their meaning',
    words: [['<id>', 'the prompt']],
    options: () => [
      new Option('--write', 'ask the judge to write missing rubrics, and save them in rubrics.yml'),
      trustOption(),
      jsonOption(),
      rootOption(),
    ],
    examples: [
      'eva rubric password-reset            shows every behaviour with its levels',
      'eva rubric password-reset --write    writes missing ones',
    ],
    run: rubricCommand,
  },
  {
    name: 'report',
    about: 'show a stored run',
    words: [['[run]', 'the name of its folder (default: the last run with a result)']],
    options: () => [
      caseOption('only this case with its replies, or these if repeated'),
      new Option('--failed', 'the cases that did not pass, with the replies that failed'),
      new Option('--flaky', 'the items of data sets whose answers differ: some passed, some did not'),
      new Option('--all', 'every item of data sets, also those that passed'),
      listOption('--slice <field=value>', 'only items with this value; class=NAME: that expect this class'),
      listOption('--item <id>', 'only this item, with all its answers'),
      new Option('--out <file.csv>', 'write the trials to a CSV file, one record each, instead of showing them'),
      new Option('--trial <n>', 'only this trial of the case').argParser(countFrom),
      new Option('--full', 'every reply, nothing cut; uses $PAGER on a terminal'),
      new Option('--group', 'the runs of several variants side by side, or their replies').conflicts(['recompute']),
      new Option('--recompute', 'compute every verdict again from the stored scores, and compare').conflicts('report'),
      ...reportOptions(),
      ...placeOptions(),
    ],
    examples: [
      'eva report                           the last run with a result',
      'eva report --failed --slice lang=de  the items of a slice that failed',
      'eva report --out results.csv         every trial, for a spreadsheet',
      'eva report --group                   the last runs of several variants',
      'eva report --recompute               do its verdicts follow from its scores?',
    ],
    run: runReport,
  },
  {
    name: 'view',
    about: 'show stored runs in a browser, and compare two of them',
    words: [['[run]', 'open this run first (default: the list of runs)']],
    options: () => [
      new Option('--port <n>', 'serve pages on this port (default: a free one)').argParser(portFrom),
      ...placeOptions(),
    ],
    examples: [
      'eva view                             the list of runs',
      'eva view 4f3a9c                      one run, by the end of its name',
    ],
    run: async (run: string | undefined, options: object, io: Io) =>
      (await import('../commands/view.js')).viewCommand(run, options, io),
  },
  {
    name: 'label',
    about: 'pass or fail a sample of answers that a judge has judged, without seeing its verdict',
    words: [
      [
        '[run]',
        'the name of its folder, or a prompt: its last run with judged answers (default: the last of all prompts)',
      ],
    ],
    options: () => [
      new Option('--case <name>', 'the case whose answers to label'),
      new Option('--expectation <n>', 'the expectation of the case, by its number or name'),
      new Option('-n, --number <n>', 'label <n> answers (default: those that a criterion waits for, or 100)').argParser(
        countFrom,
      ),
      new Option('--seed <n>', 'draw another sample').argParser(seedFrom),
      new Option('--rater <name>', 'your name (default: $EVA_RATER, or your login name)'),
      new Option('--export <file.csv>', 'write the answers to a new CSV file').conflicts('import'),
      new Option('--import <file.csv>', 'append the labels of an exported file that somebody has filled'),
      ...placeOptions(),
    ],
    examples: [
      'eva label                            the last run; one answer after another',
      'eva label support-triage             the last run of this prompt',
      'eva label 4f3a9c --case tickets      one case of a run',
      'eva label --export to-label.csv      for a spreadsheet',
      'eva label --import to-label.csv      the filled file',
    ],
    run: labelCommand,
  },
  {
    name: 'calibrate',
    about: 'compare the judge of a run with labels of people',
    words: [['[run]', 'the name of its folder, or a prompt (default: the last run with judged answers)']],
    options: () => [
      new Option('--case <name>', 'show one case'),
      new Option('--items', 'show the answers on which judge and people differ'),
      new Option('--full', 'show all of them, with their whole texts').implies({ items: true }),
      jsonOption(),
      ...placeOptions(),
    ],
    examples: [
      'eva calibrate                        the last run',
      'eva calibrate support-triage         the last run of a prompt',
      'eva calibrate 4f3a9c --items         where judge and people differ',
    ],
    run: calibrateCommand,
  },
  {
    name: 'mutate',
    about: 'change the body in small ways, and show the lines that no case tests',
    words: [['<id>', 'the prompt']],
    options: () => [
      new Option('--kind <kind>', `only changes of this kind; repeat it for several: ${mutationKinds.join(', ')}`)
        .argParser(addKind)
        .default([], 'all'),
      new Option('--sample <n>', 'only <n> of the mutants, chosen at random').argParser(countFrom),
      new Option('--seed <n>', 'the seed of --sample (default: 1)').argParser(countFrom),
      new Option('--plan', 'show the mutants by kind, the cases and the cost; call no model'),
      ...boundOptions(),
      trustOption(),
      jsonOption(),
      ...placeOptions(),
    ],
    examples: [
      'eva mutate commit-message --plan         what it would cost',
      'eva mutate commit-message --sample 20    20 mutants, chosen at random',
      'eva mutate commit-message --kind negate  one kind of change',
    ],
    run: mutateCommand,
  },
  {
    name: 'log',
    about: 'list runs, and those that can be resumed',
    words: [['[id]', 'list only runs of this prompt']],
    options: () => [
      new Option('-n, --number <n>', 'show at most <n> runs (default: 20)').argParser(countFrom).conflicts('all'),
      new Option('--all', 'show all runs'),
      jsonOption(),
      ...placeOptions(),
    ],
    examples: [
      'eva log                              the last 20 runs, newest last',
      'eva log commit-message --all         every run of one prompt',
      'eva report 4f3a9c                    show a run, by the end of its name',
      'eva log --json                       every field, as data',
    ],
    run: logCommand,
  },
  {
    name: 'list',
    about: 'list prompts: status, evidence, last result and its cost',
    words: [['[ids...]', 'prompts: ids, paths or patterns (default: all)']],
    options: () => [jsonOption(), ...placeOptions()],
    examples: [
      'eva list                             every prompt of the library',
      'eva list "sql-*" --json              some of them, as data',
    ],
    run: listCommand,
  },
  {
    name: 'promote',
    about: 'advance a prompt (draft, tested, ready) if its evidence allows it',
    words: [['<id>', 'the prompt']],
    options: () => [
      new Option('--check', 'only decide; write nothing'),
      new Option('--force', 'promote despite unmet gates; the promotion records it'),
      jsonOption(),
      ...placeOptions(),
    ],
    examples: [
      'eva promote commit-message           promotes it if every gate is met',
      'eva promote commit-message --check   only decides, for CI',
    ],
    run: promoteCommand,
  },
  {
    name: 'doctor',
    about: 'check the library without calling a model',
    words: [['[id...]', 'prompts to check (default: all)']],
    options: () => [
      new Option(
        '--strict',
        'report as errors: stale evidence of a ready prompt, and texts that do not mean what they seem to',
      ),
      new Option('--fix', 'correct what has exactly one correction, such as misspelt keys, and print each change'),
      jsonOption(),
      ...placeOptions(),
    ],
    examples: [
      'eva doctor                           checks the whole library',
      'eva doctor commit-message --json     checks one prompt and prints data',
      'eva doctor --fix                     corrects what is mechanical',
    ],
    run: doctorCommand,
  },
  {
    name: 'trust',
    about: 'show the programs and servers that the library uses, and allow them',
    words: [['[id]', 'show only those of this prompt and of eva.yml']],
    options: () => [new Option('--yes', 'allow them without asking'), jsonOption(), rootOption()],
    examples: [
      'eva trust                            shows them and asks',
      'eva trust --yes                      shows them and allows them',
    ],
    run: trustCommand,
  },
  {
    name: 'clean',
    about: 'remove folders of old runs; without a limit, show their size',
    options: () => [
      new Option('--older-than <age>', 'remove runs that began longer ago: 12h, 30d, 2w').argParser(ageFrom),
      new Option('--max-size <size>', 'remove the oldest runs until the rest takes at most this much').argParser(
        bytesFrom,
      ),
      new Option('--unfinished', 'also remove runs that can still be resumed or merged; their replies were paid for'),
      new Option('--dry-run', 'show what would be removed; remove nothing'),
      jsonOption(),
      ...placeOptions(),
    ],
    examples: [
      'eva clean                            their number and size',
      'eva clean --older-than 30d           keeps runs that can be resumed',
      'eva clean --max-size 500MB --dry-run shows what that would remove',
    ],
    run: cleanCommand,
  },
  {
    name: 'cache',
    about: 'show or clear the replies of --cache and eva mutate',
    examples: ['eva cache stats', 'eva cache clear --older-than 2w'],
    parts: [
      {
        name: 'stats',
        about: 'show their number and size',
        options: () => [jsonOption(), rootOption()],
        run: cacheStatsCommand,
      },
      {
        name: 'clear',
        about: 'remove them',
        options: () => [
          new Option('--older-than <age>', 'remove only those saved longer ago: 12h, 30d, 2w').argParser(ageFrom),
          jsonOption(),
          rootOption(),
        ],
        run: cacheClearCommand,
      },
    ],
  },
];

/** Returns the options of `eva eval` that say how it gets and shows replies. */
function howOptions(): readonly Option[] {
  return [
    new Option('--replay', 'take every reply from recordings.jsonl; call no model').conflicts(['record', 'batch']),
    new Option('--record', 'call the model and save its replies in recordings.jsonl'),
    new Option('--batch', 'send calls in batches where the provider has them, at half the price'),
    new Option('--cache', 'use replies from .eva/cache and save new ones there (default: the setting in eva.yml)'),
    new Option('--no-cache', 'ignore the cache, even if eva.yml enables it'),
    Object.assign(
      new Option(
        '--fail-fast [what]',
        'skip the judge if a check has failed; =run: also end the run with its first case that cannot pass any more',
      ).choices(['judge', 'run']),
      { flags: '--fail-fast[=run]' },
    ),
    new Option('--show', 'print every reply below the result').conflicts(['json', 'look']),
    new Option('--watch', 'evaluate again whenever a file is saved, with the cache, until Ctrl-C').conflicts([
      'batch',
      'changed',
      'json',
      'record',
      'resume',
      'shard',
    ]),
  ];
}
