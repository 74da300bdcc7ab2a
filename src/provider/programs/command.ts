import { attemptTexts } from '#errors/failures/attempt.js';
import { failureText, ProviderFailure } from '../failure.js';
import type { ProgramResult } from '../process/run-program.js';
import { loadPrograms, programEnvironment } from '../process/start-program.js';
import type { Provider } from '../provider.js';
import type { CreateOptions } from '../types/provider-type.js';
import { type ProgramAnswer, readProgramOutput, toProgramInput } from './json-format.js';
import { describeEnd, type ProgramConfig, programOf, promptText, runForReply } from './program-reply.js';

export function openCommand(options: CreateOptions): Provider {
  const { config, env, withheld } = options;
  const program = programOf(config.command ?? [], programEnvironment(env, withheld), options);
  return createCommand({ ...program, isJson: config.format === 'json' });
}

interface CommandConfig extends ProgramConfig {
  readonly name: string;
  /** True if the program reads and prints JSON objects. */
  readonly isJson?: boolean;
}

/**
 * Opens a program that reads the request on standard input and prints the reply: as JSON objects, or as texts, of which eva removes one
 * newline at the end. Any exit code but 0 is a failed attempt: eva could mistake the text of an error for a reply.
 */
export function createCommand(config: CommandConfig): Provider {
  return {
    name: config.name,
    environment: config.env,
    load: loadPrograms,
    async send(request, options) {
      const input = config.isJson ? await toProgramInput(request, options.readFile) : promptText(request);
      const result = await runForReply(config, input, options);
      if (result.exit_code !== 0) throw new ProviderFailure('process', describeEnd(config, result));
      const answer = config.isJson ? answerIn(result, config) : plainAnswer(result.stdout);
      return { ...answer, latency_s: result.duration_ms / 1000, model: request.model };
    },
  };
}

function plainAnswer(stdout: string): ProgramAnswer {
  const usage = { input_tokens: null, output_tokens: null };
  return { text: stdout.replace(/\r?\n$/, ''), stop: 'end', usage };
}

function answerIn({ stdout, stdout_is_utf8 }: ProgramResult, { redact }: CommandConfig): ProgramAnswer {
  const answer = stdout_is_utf8 ? readProgramOutput(stdout, redact) : { flaw: 'the output is not UTF-8' };
  if (!('flaw' in answer)) return answer;
  throw new ProviderFailure('broken_body', failureText(redact(attemptTexts.program_answer(answer))));
}
