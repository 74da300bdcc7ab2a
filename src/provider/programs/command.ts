import { programEnvironment } from '#process/program-environment.js';
import { loadPrograms } from '#process/start-program.js';
import { ProviderFailure } from '../failure.js';
import type { Provider } from '../provider.js';
import type { CreateOptions } from '../types/provider-type.js';
import { describeEnd, type ProgramConfig, programOf, promptText, runForReply } from './program-reply.js';

/** Opens the program of an entry of eva.yml. */
export function openCommand(options: CreateOptions): Provider {
  const { config, env, withheld } = options;
  return createCommand(programOf(config.command ?? [], programEnvironment(env, withheld), options));
}

/**
 * Opens a program that reads the prompt on standard input and prints the reply; removes one newline at its end. Any exit code but 0 is
 * a failed attempt: eva could mistake the text of an error for a reply.
 */
export function createCommand(config: ProgramConfig & { readonly name: string }): Provider {
  return {
    name: config.name,
    environment: config.env,
    load: loadPrograms,
    async send(request, options) {
      const result = await runForReply(config, promptText(request), options);
      if (result.exit_code !== 0) throw new ProviderFailure('process', describeEnd(config, result));
      return {
        text: result.stdout.replace(/\r?\n$/, ''),
        stop: 'end',
        usage: { input_tokens: null, output_tokens: null },
        latency_s: result.duration_ms / 1000,
        model: request.model,
      };
    },
  };
}
