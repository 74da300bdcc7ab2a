import type { ModelRequest } from '#model/reply/exchange.js';
import { loadPrograms } from '#process/start-program.js';
import type { Provider } from '../provider.js';
import type { CreateOptions } from '../types/provider-type.js';
import { callEnvironment, claudeEnvironment } from './claude-environment.js';
import { readClaudeResult } from './claude-result.js';
import { messagesText, type ProgramConfig, programOf, runForReply } from './program-reply.js';

/** Opens the `claude` program, or the one that eva.yml names in its place. */
export function openClaudeCli(options: CreateOptions): Provider {
  return createClaudeCli(programOf(options.config.command ?? ['claude'], claudeEnvironment(options), options));
}

/** The configuration of the program; `argv` is `['claude']` or the command line that replaces it. */
export type ClaudeCliConfig = ProgramConfig & { readonly name: string };

/**
 * Opens Claude Code in print mode as a bare model: one attempt, without thinking, tools, settings, hooks, servers and slash commands, and
 * with the system prompt of the request instead of its own. It has no option for the temperature.
 */
export function createClaudeCli(config: ClaudeCliConfig): Provider {
  return {
    name: config.name,
    environment: config.env,
    load: loadPrograms,
    async send(request, options) {
      const env = callEnvironment(config.env, request, options.timeout_s);
      const program = { ...config, argv: [...config.argv, ...flags(request)], env };
      const result = await runForReply(program, messagesText(request), options);
      return readClaudeResult(config, result, request);
    },
  };
}

/** Returns the options of one call. Untrusted texts follow an equals sign, so that none of them is parsed as an option. */
function flags({ model, system }: ModelRequest): string[] {
  const bare = ['--tools', '', '--strict-mcp-config', '--setting-sources', '', '--disable-slash-commands'];
  const output = ['-p', '--output-format', 'json', '--no-session-persistence'];
  return [...output, `--model=${model}`, ...bare, `--system-prompt=${system ?? ''}`];
}
