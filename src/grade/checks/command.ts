import { writePrivateFile } from '#process/private-file.js';
import { type ProgramResult, runProgram } from '#process/run-program.js';
import { NoReply } from '#provider/failure.js';
import type { CheckContext, CheckOutcome } from '../checking/check.js';
import { isTexts } from '../checking/check-value.js';
import { clip, quote } from '../checking/excerpt.js';
import { alone } from '../checking/family.js';

const maxOutputBytes = 1_000_000;
const shownLines = 3;

/**
 * Runs a program in the prompt's directory with the response on its standard input, and with the item of a data set in the file that the
 * variable EVA_ITEM names. Holds if it exits with 0. Throws `NoReply` if it cannot be started.
 */
export const command = alone(
  {
    op: 'command',
    schema: {
      description:
        'The program reads the response on standard input. The check holds if it exits with 0. Runs only if trusted.',
      type: 'array',
      minItems: 1,
      prefixItems: [{ type: 'string', pattern: '\\S' }],
      items: { type: 'string' },
    },
    prepare(value) {
      if (!isTexts(value) || value[0] === '') return { key: 'EVA_BAD_CHECK:not_command', params: {} };
      if (value.some((part) => part.includes('\0'))) return { key: 'EVA_BAD_CHECK:nul_character', params: {} };
      return { run: (response, context) => runCommand(value, response, context) };
    },
  },
  'command: [node, check.js]',
  'the program reads the response on standard input and exits with 0',
);

async function runCommand(argv: readonly string[], input: string, context: CheckContext): Promise<CheckOutcome> {
  const { promptDir: cwd, requireUnchanged, timeoutMs, signal, inTurn = runNow } = context;
  const beforeStart = () => requireUnchanged?.(argv, cwd);
  const program = { argv, cwd, beforeStart, input, timeoutMs, maxOutputBytes, signal };
  const result = await inTurn(() => withItem(argv, context, (env) => runProgram({ ...program, env })));
  if (result.failed_to_start !== undefined) throw notStarted(argv, result.failed_to_start);
  const trouble = failureOf(result, timeoutMs);
  if (trouble === undefined) return { holds: true, reason: 'exit code 0' };
  return { holds: false, reason: `${trouble}${lastOutput(result)}` };
}

/** Calls `run` with the environment of the program. Its item is in a file only as long as it runs. */
async function withItem<T>(
  argv: readonly string[],
  { programEnv, item }: CheckContext,
  run: (env: CheckContext['programEnv']) => Promise<T>,
): Promise<T> {
  if (!item) return run(programEnv);
  const file = await writePrivateFile('item.json', item()).catch((error: Error) => {
    throw new NoReply(`the item for the program ${quote(argv[0])} of a check cannot be written: ${error.message}`);
  });
  try {
    return await run({ ...programEnv, EVA_ITEM: file.path });
  } finally {
    await file.remove();
  }
}

function runNow<T>(program: () => Promise<T>): Promise<T> {
  return program();
}

/** Makes the `NoReply` for a program that cannot be started, which says nothing about the response. */
function notStarted(argv: readonly string[], reason: string): NoReply {
  return new NoReply(`the program ${quote(argv[0])} of a check cannot be started: ${reason}`);
}

function failureOf(result: ProgramResult, timeoutMs: number): string | undefined {
  if (result.timed_out) return `the program was stopped after ${timeoutMs / 1000} s`;
  if (result.too_much_output) return `the program was stopped when its output passed ${maxOutputBytes} bytes`;
  if (result.signal !== null) return `the program was killed by ${result.signal}`;
  return result.exit_code === 0 ? undefined : `exit code ${result.exit_code}, 0 was expected`;
}

/** Returns the last lines of the program's output, which usually hold the reason. */
function lastOutput({ stderr, stdout }: ProgramResult): string {
  const output = (stderr.trim() || stdout.trim()).split(/\r?\n/).slice(-shownLines).join(' / ');
  return output === '' ? '' : `: ${clip(output, 300)}`;
}
