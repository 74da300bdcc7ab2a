import type { Message, ModelRequest } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { endOfOutput, type ProgramResult, runProgram } from '../process/run-program.js';
import { failureText, ProviderFailure, type SendOptions } from '../provider.js';
import type { CreateOptions } from '../types/provider-type.js';

export interface ProgramConfig {
  readonly argv: readonly string[];
  /** Absolute directory in which the program runs. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Called before each start of the program. If it throws, the call ends with that error. */
  readonly beforeStart?: (() => void) | undefined;
  readonly redact: (text: string) => string;
}

/** Returns the configuration of a provider's program: its command line, and the environment that it gets. */
export function programOf(
  argv: readonly string[],
  env: ProgramConfig['env'],
  { name, cwd, redact, requireUnchanged }: CreateOptions,
): ProgramConfig & { readonly name: string } {
  return { name, argv, cwd, env, redact, beforeStart: () => requireUnchanged?.(argv, cwd) };
}

/** The maximum output, in bytes. eva ends a program that prints more. */
const maxOutputBytes = 32 * 1024 * 1024;

/** Runs a program for one reply. Throws `ProviderFailure` if it did not start, timed out or printed more than 32 MB. */
export async function runForReply(config: ProgramConfig, input: string, options: SendOptions): Promise<ProgramResult> {
  const { argv, cwd, env, beforeStart } = config;
  const { signal, timeout_s } = options;
  const timeoutMs = timeout_s * 1000;
  const result = await runProgram({ argv, cwd, env, beforeStart, input, timeoutMs, maxOutputBytes, signal });
  const program = argv[0] ?? '';
  if (result.failed_to_start !== undefined) {
    throw new ProviderFailure('no_program', failureText(`${program}: ${result.failed_to_start}`));
  }
  if (result.timed_out) throw new ProviderFailure('timeout', attemptTexts.timeout({ seconds: timeout_s }));
  if (result.too_much_output) throw new ProviderFailure('broken_body', attemptTexts.program_output());
  return result;
}

/** Describes how a program ended, with the last lines of its standard error. */
export function describeEnd(config: ProgramConfig, result: ProgramResult): string {
  const end = result.exit_code === null ? `ended by ${result.signal}` : `exit code ${result.exit_code}`;
  return failureText(config.redact(`${config.argv[0]}: ${end}${endOfOutput(result.stderr)}`));
}

const speakers: Readonly<Record<Message['role'], string>> = { user: 'User:', assistant: 'Assistant:' };

/**
 * Joins the messages of a request into one text. A single message stays as it is. Several follow each other, each below a line with its
 * role, and the text ends with the role of the reply.
 */
export function messagesText({ messages }: Pick<ModelRequest, 'messages'>): string {
  const [only] = messages;
  if (only && messages.length === 1) return only.content;
  const blocks = messages.map(({ role, content }) => `${speakers[role]}\n${content}`);
  return [...blocks, speakers.assistant].join('\n\n');
}

/** Joins system prompt and messages into one text, for programs without an option for the system prompt. */
export function promptText(request: Pick<ModelRequest, 'messages' | 'system'>): string {
  const messages = messagesText(request);
  return request.system === undefined ? messages : `${request.system}\n\n${messages}`;
}
