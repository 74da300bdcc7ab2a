import { Command, CommanderError, Option } from 'commander';
import { version } from '#model/version.js';
import { exitWithError, exitWithUnwritten, exitWithUsage } from './exit.js';
import type { Io } from './io.js';
import { watchOutput } from './output-failure.js';

/** Runs one command line and returns its exit code. */
export async function main(io: Io): Promise<number> {
  const outputFailure = watchOutput(io);
  const exitCode = await runCommand(io);
  const failure = await outputFailure();
  return failure === undefined ? exitCode : exitWithUnwritten(failure, io);
}

async function runCommand(io: Io): Promise<number> {
  let exitCode = 0;
  const program = buildProgram(io, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...io.argv]);
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return exitWithError(error, io);
    if (error.exitCode === 0) return 0;
    return error.code === 'commander.help' ? 2 : exitWithUsage(error.message, io);
  }
}

function buildProgram(io: Io, done: (exitCode: number) => void): Command {
  const program = new Command('eva')
    .description('Evaluates prompts the way good engineers test code.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: () => undefined,
    });
  addPlan(program, io, done);
  addEval(program, io, done);
  addRubric(program, io, done);
  addReport(program, io, done);
  addPromote(program, io, done);
  addDoctor(program, io, done);
  addTrust(program, io, done);
  program.addHelpText('after', mainExamples);
  return program;
}

const rootOption = () =>
  new Option('--root <dir>', 'the library (default: $EVA_ROOT, else the nearest folder with prompts/)');
const caseOption = (about: string) => new Option('--case <name>', about).argParser(addTo).default([], 'all');
const jsonOption = () => new Option('--json', 'print data instead of text');
const underpoweredOption = () =>
  new Option('--allow-underpowered', 'go on with criteria that cannot pass with the trials there are');
const trustOption = () => new Option('--trust', 'run the programs that the library names without asking `eva trust`');

/** For options that may be repeated. One that takes several values at once would swallow the id behind it. */
function addTo(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

function addEval(program: Command, io: Io, done: (exitCode: number) => void): void {
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
      const { evalCommand } = await import('./commands/eval.js');
      done(await evalCommand(id, options, io));
    });
}

function addPlan(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('plan')
    .description('show what a run would ask, prove and cost; asks nobody')
    .argument('<id>', 'the prompt')
    .addOption(caseOption('only this case, or these if repeated'))
    .addOption(underpoweredOption())
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', planExamples)
    .action(async (id: string, options) => {
      const { planCommand } = await import('./commands/plan.js');
      done(await planCommand(id, options, io));
    });
}

function addRubric(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('rubric')
    .description('show what each score of an expected behaviour means')
    .argument('<id>', 'the prompt')
    .option('--write', 'have the judge write what is missing, and freeze it in rubrics.yml')
    .addOption(trustOption())
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', rubricExamples)
    .action(async (id: string, options) => {
      const { rubricCommand } = await import('./commands/rubric.js');
      done(await rubricCommand(id, options, io));
    });
}

function addReport(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('report')
    .description('show a stored run again')
    .argument('[run]', 'the name of its folder in .eva/runs/ (default: the last that came to a result)')
    .option('--recompute', 'derive every verdict anew from the stored scores, and say whether they agree')
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', reportExamples)
    .action(async (run: string | undefined, options) => {
      const { reportCommand } = await import('./commands/report.js');
      done(await reportCommand(run, options, io));
    });
}

function addPromote(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('promote')
    .description('advance a prompt (draft, tested, ready) if its evidence allows it')
    .argument('<id>', 'the prompt')
    .option('--check', 'decide and write nothing')
    .option('--force', 'go on in spite of unmet gates; the promotion records it')
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', promoteExamples)
    .action(async (id: string, options) => {
      const { promoteCommand } = await import('./commands/promote.js');
      done(await promoteCommand(id, options, io));
    });
}

function addDoctor(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('doctor')
    .description('check everything that can be checked without a model')
    .argument('[id...]', 'prompts to check (default: all)')
    .option('--strict', 'stale or missing evidence of a ready prompt is a problem')
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', doctorExamples)
    .action(async (ids: string[], options) => {
      const { doctorCommand } = await import('./commands/doctor.js');
      done(await doctorCommand(ids, options, io));
    });
}

function addTrust(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('trust')
    .description('show the programs that the library names, and let them run')
    .argument('[id]', 'only the programs of this prompt (and of eva.yml)')
    .option('--yes', 'record without asking')
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', trustExamples)
    .action(async (id: string | undefined, options) => {
      const { trustCommand } = await import('./commands/trust.js');
      done(await trustCommand(id, options, io));
    });
}

const mainExamples = `
Exit codes:
  0 all passed · 1 something failed · 2 change something · 3 the world failed
  130 interrupted · 70 a bug in eva

Example:
  eva eval commit-message`;

const evalExamples = `
Examples:
  eva eval commit-message              with a key: asks the model; without: plays the recordings
  eva eval commit-message --replay     never calls a model
  eva eval commit-message --case typo  one case`;

const planExamples = `
Examples:
  eva plan commit-message              every case
  eva plan commit-message --case typo  one case`;

const rubricExamples = `
Examples:
  eva rubric password-reset            every behaviour, with its levels
  eva rubric password-reset --write    writes those that are missing`;

const reportExamples = `
Examples:
  eva report                           the last run
  eva report --recompute               do its verdicts follow from its scores?`;

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
  eva trust                            shows the programs and asks
  eva trust --yes                      shows and records`;
