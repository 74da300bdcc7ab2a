import { redactTexts } from '#model/text/redact.js';
import { writePrivateFile } from '#provider/process/private-files.js';
import { lastWords, type ProgramResult, runProgram } from '#provider/process/run-program.js';
import { NoReply } from '#provider/provider.js';
import type { Check, CheckContext, CheckOutcome } from '../../checking/check.js';
import { isTexts } from '../../checking/check-value.js';
import { quote } from '../../checking/excerpt.js';
import { trialFacts } from './trial-facts.js';

const maxOutputBytes = 1_000_000;
/**
 * Runs a program in the prompt's directory with the response on its standard input. The variable EVA_CONTEXT names a file with what is known of
 * the trial, EVA_ITEM one with the item of a data set. Holds if it exits with 0. Throws `NoReply` if it cannot be started.
 */
export const command: Check = {
  op: 'command',
  prepare(value) {
    if (!isTexts(value) || value[0] === '') return { key: 'EVA_BAD_CHECK:not_command', params: {} };
    if (value.some((part) => part.includes('\0'))) return { key: 'EVA_BAD_CHECK:nul_character', params: {} };
    return { run: (response, context) => runCommand(value, response, context) };
  },
};

async function runCommand(argv: readonly string[], input: string, context: CheckContext): Promise<CheckOutcome> {
  const { promptDir: cwd, requireUnchanged, timeoutMs, signal, inTurn = runNow } = context;
  const beforeStart = () => requireUnchanged?.(argv, cwd);
  const program = { argv, cwd, beforeStart, input, timeoutMs, maxOutputBytes, signal };
  const said = await inTurn(() => withFiles(argv, input, context, (env) => runProgram({ ...program, env })));
  const result = redactTexts(said, context.redact);
  if (result.failed_to_start !== undefined) throw notStarted(argv, result.failed_to_start);
  const trouble = failureOf(result, timeoutMs);
  if (trouble === undefined) return { holds: true, reason: 'exit code 0' };
  return { holds: false, reason: `${trouble}${lastWords(result.stderr.trim() || result.stdout)}` };
}

/**
 * Calls `run` with the environment of the program: EVA_CONTEXT names a file with the response and what is known of its trial, EVA_ITEM one
 * with the item. The files exist only as long as it runs.
 */
async function withFiles<T>(
  argv: readonly string[],
  response: string,
  context: CheckContext,
  run: (env: CheckContext['programEnv']) => Promise<T>,
): Promise<T> {
  const { item, programEnv } = context;
  const contents: [variable: string, name: string, content: string][] = [
    ['EVA_CONTEXT', 'context.json', JSON.stringify({ response, ...trialFacts(context) })],
    ...(item ? [['EVA_ITEM', 'item.json', item()] as [string, string, string]] : []),
  ];
  const files: { readonly variable: string; readonly path: string; readonly remove: () => Promise<void> }[] = [];
  try {
    for (const [variable, name, content] of contents) {
      files.push({
        variable,
        ...(await writePrivateFile(name, content).catch((error) => unwritten(argv, name, error))),
      });
    }
    const named = Object.fromEntries(files.map(({ variable, path }) => [variable, path]));
    return await run({ ...programEnv, ...named });
  } finally {
    await Promise.all(files.map(({ remove }) => remove()));
  }
}

function unwritten(argv: readonly string[], name: string, error: Error): never {
  throw new NoReply(`${name} for the program ${quote(argv[0])} of a check cannot be written: ${error.message}`);
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
