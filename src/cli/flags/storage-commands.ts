import { type Command, Option } from 'commander';
import { cacheClearCommand, cacheStatsCommand } from '../commands/cache.js';
import { cleanCommand } from '../commands/clean.js';
import { logCommand } from '../commands/log.js';
import type { Io } from '../io.js';
import { ageFrom, bytesFrom, countFrom, type Done, jsonOption, rootOption } from './values.js';

/** Adds `eva log`. */
export function addLog(program: Command, io: Io, done: Done): void {
  program
    .command('log')
    .description('list runs, and those that can be resumed')
    .argument('[id]', 'list only runs of this prompt')
    .addOption(
      new Option('-n, --number <n>', 'show at most <n> runs (default: 20)').argParser(countFrom).conflicts('all'),
    )
    .option('--all', 'show all runs')
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', logExamples)
    .action(async (id: string | undefined, options) => {
      done(await logCommand(id, options, io));
    });
}

/** Adds `eva clean`. */
export function addClean(program: Command, io: Io, done: Done): void {
  program
    .command('clean')
    .description('remove folders of old runs; without a limit, show their size')
    .addOption(new Option('--older-than <age>', 'remove runs that began longer ago: 12h, 30d, 2w').argParser(ageFrom))
    .addOption(
      new Option('--max-size <size>', 'remove the oldest runs until the rest takes at most this much').argParser(
        bytesFrom,
      ),
    )
    .option('--unfinished', 'also remove runs that can still be resumed or merged; their replies were paid for')
    .option('--dry-run', 'show what would be removed; remove nothing')
    .addOption(jsonOption())
    .addOption(rootOption())
    .addHelpText('after', cleanExamples)
    .action(async (options) => {
      done(await cleanCommand(options, io));
    });
}

/** Adds `eva cache` and its subcommands. */
export function addCache(program: Command, io: Io, done: Done): void {
  const cache = program
    .command('cache')
    .description('show or clear the replies that --cache saved')
    .addHelpText('after', cacheExamples);
  cache
    .command('stats')
    .description('show their number and size')
    .addOption(jsonOption())
    .addOption(rootOption())
    .action(async (options) => {
      done(await cacheStatsCommand(options, io));
    });
  cache
    .command('clear')
    .description('remove them')
    .addOption(new Option('--older-than <age>', 'remove only those saved longer ago: 12h, 30d, 2w').argParser(ageFrom))
    .addOption(jsonOption())
    .addOption(rootOption())
    .action(async (options) => {
      done(await cacheClearCommand(options, io));
    });
}

const logExamples = `
Examples:
  eva log                              the last 20 runs, newest last
  eva log commit-message --all         every run of one prompt
  eva report 4f3a9c                    show a run, by the end of its name
  eva log --json                       every field, as data`;

const cleanExamples = `
Examples:
  eva clean                            their number and size
  eva clean --older-than 30d           keeps runs that can be resumed
  eva clean --max-size 500MB --dry-run shows what that would remove`;

const cacheExamples = `
Examples:
  eva cache stats
  eva cache clear --older-than 2w`;
