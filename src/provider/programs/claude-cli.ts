import type { ModelRequest } from '#model/reply/exchange.js';
import { loadPrograms } from '#process/start-program.js';
import type { Provider } from '../provider.js';
import { claudeEnvironment } from './claude-environment.js';
import { readClaudeResult } from './claude-result.js';
import { type ProgramConfig, runForReply } from './program-reply.js';
import { messagesText } from './prompt-text.js';

/** Configuration as for a program; `argv` is `['claude']` or whatever takes its place. */
export type ClaudeCliConfig = ProgramConfig & { readonly name: string };

/**
 * Opens Claude Code in print mode as a bare model: one attempt, no thinking, no tools, settings, hooks, servers or slash commands of
 * its own, and the request's system prompt in place of its own. It has no option for the temperature.
 */
export function createClaudeCli(config: ClaudeCliConfig): Provider {
  return {
    name: config.name,
    load: loadPrograms,
    async send(request, options) {
      const env = claudeEnvironment(config.env, request, options.timeout_s);
      const program = { ...config, argv: [...config.argv, ...flags(request)], env };
      const result = await runForReply(program, messagesText(request), options);
      return readClaudeResult(config, result, request);
    },
  };
}

/** Texts of others stand behind an equals sign, so that none of them is taken for an option. */
function flags({ model, system }: ModelRequest): string[] {
  const bare = ['--tools', '', '--strict-mcp-config', '--setting-sources', '', '--disable-slash-commands'];
  const output = ['-p', '--output-format', 'json', '--no-session-persistence'];
  return [...output, `--model=${model}`, ...bare, `--system-prompt=${system ?? ''}`];
}
