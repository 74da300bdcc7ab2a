import type { Io } from '../io.js';

const helpWidth = 80;

/**
 * What `eva --help` prints, if that is all that is asked: known without the package that reads command lines, whose loading takes
 * longer. null for every other command line, and for a screen that is too narrow.
 */
export function mainHelpFor({ argv, stdout }: Pick<Io, 'argv' | 'stdout'>): string | null {
  const [, , flag = '', ...more] = argv;
  const isAsked = (flag === '--help' || flag === '-h') && more.length === 0;
  return isAsked && (stdout.columns ?? helpWidth) >= helpWidth ? `${mainHelp}${mainExamples}\n` : null;
}

/** What follows the list of commands. */
export const mainExamples = `
Exit codes:
  0 all passed · 1 something failed · 2 change something · 3 the world failed
  129, 130, 131 or 143 interrupted · 70 a bug in eva

Example:
  eva eval commit-message`;

/** As commander derives it from the commands; a test keeps the two equal. */
const mainHelp = `Usage: eva [options] [command]

Evaluates prompts the way good engineers test code.

Options:
  -V, --version              print the version
  -h, --help                 print this help

Commands:
  plan [options] <id>        show what a run would ask, prove and cost; calls no
                             model
  eval [options] [ids...]    run the cases of prompts, and write a row of
                             evidence for each
  merge [options] <dirs...>  join collected shards into one run, and write its
                             row
  rubric [options] <id>      show what each score of an expected behaviour means
  report [options] [run]     show a stored run again
  log [options] [id]         show which runs there are, and which can be resumed
  promote [options] <id>     advance a prompt (draft, tested, ready) if its
                             evidence allows it
  doctor [options] [id...]   check everything that can be checked without a
                             model
  trust [options] [id]       show the programs and servers that the library
                             names, and allow them
  clean [options]            remove the folders of old runs; without a limit,
                             show how much there is
  cache                      the replies that --cache keeps
  help [command]             display help for command
`;
