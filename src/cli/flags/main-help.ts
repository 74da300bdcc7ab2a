import type { Io } from '../io.js';

const helpWidth = 80;

/**
 * Returns the text of `eva --help`, which prints without loading commander. Returns null for other command lines, and for a terminal that is
 * too narrow.
 */
export function mainHelpFor({ argv, stdout }: Pick<Io, 'argv' | 'stdout'>): string | null {
  const [, , flag = '', ...more] = argv;
  const isAsked = (flag === '--help' || flag === '-h') && more.length === 0;
  return isAsked && (stdout.columns ?? helpWidth) >= helpWidth ? `${mainHelp}${mainExamples}\n` : null;
}

/** The text after the list of commands. */
export const mainExamples = `
Exit codes:
  0 all passed · 1 something did not pass · 2 wrong input: change it
  3 replies are missing, or network or disk failed
  129, 130, 131 or 143 interrupted · 70 a bug in eva

Example:
  eva eval commit-message`;

/** The same text as commander makes of the commands; a test compares them. */
const mainHelp = `Usage: eva [options] [command]

Evaluates prompts the way good engineers test code.

Options:
  -V, --version              print the version
  -h, --help                 print this help

Commands:
  init [options] [dir]       make a library of prompts here, with one prompt
                             that passes
  new [options] <id>         make a prompt with two cases, or a copy of one
  import                     make prompts of the files of another tool; executes
                             nothing of them
  plan [options] <id>        show the trials, chances and cost of a run; calls
                             no model
  eval [options] [ids...]    run the cases of prompts, and append a row of
                             evidence for each
  compare [options] <id>     say whether a version of a prompt is worse than
                             another, on the same cases
  merge [options] <dirs...>  merge the runs of shards into whole ones, and
                             append their rows
  rubric [options] <id>      show the scores of expected behaviours and their
                             meaning
  report [options] [run]     show a stored run
  view [options] [run]       show stored runs in a browser, and compare two of
                             them
  label [options] [run]      pass or fail a sample of answers that a judge has
                             judged, without seeing its verdict
  calibrate [options] [run]  compare the judge of a run with labels of people
  mutate [options] <id>      change the body in small ways, and show the lines
                             that no case tests
  log [options] [id]         list runs, and those that can be resumed
  list [options] [ids...]    list prompts: status, evidence, last result and its
                             cost
  promote [options] <id>     advance a prompt (draft, tested, ready) if its
                             evidence allows it
  doctor [options] [id...]   check the library without calling a model
  trust [options] [id]       show the programs and servers that the library
                             uses, and allow them
  clean [options]            remove folders of old runs; without a limit, show
                             their size
  cache                      show or clear the replies of --cache and eva mutate
  help [command]             display help for command
`;
