import { type Command, Option } from 'commander';
import type { Io } from '../io.js';
import { ageFrom, bytesFrom } from './amounts.js';
import { type Done, jsonOption, rootOption } from './options.js';
import { countFrom } from './values.js';

/** `eva log`. */
export function addLog(program: Command, io: Io, done: Done): void {
  program
    .command('log')
    .description('show which runs there are, and which can be resumed')
    .argument('[id]', 'only the runs of this prompt')
    .addOption(
      new Option('-n, --number <n>', 'show at most <n> runs (default: 20)').argParser(countFrom).conflicts('all'),
    )
    .option('--all', 'show all runs')
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', logExamples)
    .action(async (id: string | undefined, options) => {
      const { logCommand } = await import('../commands/log.js');
      done(await logCommand(id, options, io));
    });
}

/** `eva clean`. */
export function addClean(program: Command, io: Io, done: Done): void {
  program
    .command('clean')
    .description('remove the folders of old runs; without a limit, show how much there is')
    .addOption(new Option('--older-than <age>', 'runs that began longer ago: 12h, 30d, 2w').argParser(ageFrom))
    .addOption(
      new Option('--max-size <size>', 'the oldest runs, until the others take at most this much').argParser(bytesFrom),
    )
    .option('--unfinished', 'also runs that could be resumed or merged, whose replies were paid for')
    .option('--dry-run', 'show what would be removed')
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', cleanExamples)
    .action(async (options) => {
      const { cleanCommand } = await import('../commands/clean.js');
      done(await cleanCommand(options, io));
    });
}

/** `eva cache`, with its subcommands. */
export function addCache(program: Command, io: Io, done: Done): void {
  const cache = program
    .command('cache')
    .description('the replies that --cache keeps')
    .addHelpText('after', cacheExamples);
  cache
    .command('stats')
    .description('show how many there are, and their size')
    .addOption(jsonOption())
    .addOption(rootOption())
    .action(async (options) => {
      const { cacheStatsCommand } = await import('../commands/cache.js');
      done(await cacheStatsCommand(options, io));
    });
  cache
    .command('clear')
    .description('remove them')
    .addOption(new Option('--older-than <age>', 'only those kept longer ago: 12h, 30d, 2w').argParser(ageFrom))
    .addOption(jsonOption())
    .addOption(rootOption())
    .action(async (options) => {
      const { cacheClearCommand } = await import('../commands/cache.js');
      done(await cacheClearCommand(options, io));
    });
}

const logExamples = `
Examples:
  eva log                              the last 20 runs, the newest at the bottom
  eva log commit-message --all         every run of one prompt
  eva report 4f3a9c                    show a run again, by the end of its name
  eva log --json                       every field, as data`;

const cleanExamples = `
Examples:
  eva clean                            how much there is
  eva clean --older-than 30d           keeps what could be resumed
  eva clean --max-size 500MB --dry-run what that would remove`;

const cacheExamples = `
Examples:
  eva cache stats
  eva cache clear --older-than 2w`;
