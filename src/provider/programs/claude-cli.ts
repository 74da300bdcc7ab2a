import type { ModelRequest, Reply } from '#model/exchange.js';
import type { JsonObject } from '#model/json.js';
import type { ProgramResult } from '#process/run-program.js';
import { loadPrograms } from '#process/start-program.js';
import { type FailureKind, ProviderFailure } from '../failure.js';
import { failureText } from '../failure-text.js';
import { asObject, parseJson } from '../json-shape.js';
import { messagesStop, messagesUsage } from '../messages-api.js';
import type { Provider } from '../provider.js';
import { describeEnd, type ProgramConfig, runForReply } from './program-reply.js';
import { messagesText } from './prompt-text.js';

/** Configuration as for a program; `argv` is `['claude']` or whatever takes its place. */
export type ClaudeCliConfig = ProgramConfig & { readonly name: string };

/** What Claude Code says in place of an answer, and what it means. */
const complaints: readonly (readonly [RegExp, FailureKind])[] = [
  [/not logged in|run \/login|invalid api key|oauth token|api error: 401|authentication_error/i, 'refused_key'],
  [/issue with the selected model|not_found_error|api error: 404/i, 'unknown_model'],
  [/api error: 403|permission_error/i, 'not_allowed'],
  [/api error: 400|invalid_request_error/i, 'bad_request'],
  [/api error: 429|rate_limit_error|usage limit/i, 'rate_limited'],
  [/api error: 529|overloaded_error/i, 'overloaded'],
];

/**
 * Claude Code in print mode, as a bare model: without tools, settings, hooks, servers or slash commands of its own, and
 * with the request's system prompt in place of its own. It has no option for the temperature, which is not sent.
 */
export function createClaudeCli(config: ClaudeCliConfig): Provider {
  return {
    name: config.name,
    load: loadPrograms,
    async send(request, options) {
      const program = { ...config, argv: [...config.argv, ...flags(request)], env: withLimit(config.env, request) };
      const result = await runForReply(program, messagesText(request), options);
      return readResult(config, result, request);
    },
  };
}

/** Texts of others stand behind an equals sign, so that none of them is taken for an option. */
function flags({ model, system }: ModelRequest): string[] {
  const bare = ['--tools', '', '--strict-mcp-config', '--setting-sources', '', '--disable-slash-commands'];
  const output = ['-p', '--output-format', 'json', '--no-session-persistence'];
  return [...output, `--model=${model}`, ...bare, `--system-prompt=${system ?? ''}`];
}

function withLimit(env: ProgramConfig['env'], { max_tokens }: ModelRequest): Record<string, string> {
  return { ...env, CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(max_tokens) };
}

function readResult(config: ClaudeCliConfig, result: ProgramResult, request: ModelRequest): Reply {
  const said = resultObject(result.stdout);
  const text = said?.['result'];
  if (said && typeof text === 'string' && said['is_error'] !== true && result.exit_code === 0) {
    return toReply(said, text, result, request);
  }
  const complaint = typeof text === 'string' ? text : `${result.stderr}\n${result.stdout}`;
  if (/exceeded the \S+ output token maximum/i.test(complaint)) {
    return toReply({ ...said, stop_reason: 'max_tokens' }, '', result, request);
  }
  const known = complaints.find(([pattern]) => pattern.test(complaint));
  const message = typeof text === 'string' ? failureText(config.redact(text)) : describeEnd(config, result);
  throw new ProviderFailure(known?.[1] ?? 'process', message || 'claude printed no result');
}

/** The output is the result object, or in some versions a list of events that ends with it. */
function resultObject(stdout: string): JsonObject | undefined {
  const output = parseJson(stdout);
  if (!Array.isArray(output)) return asObject(output);
  return output.map(asObject).findLast((one) => one?.['type'] === 'result');
}

function toReply(said: JsonObject, text: string, result: ProgramResult, request: ModelRequest): Reply {
  const models = Object.keys(asObject(said['modelUsage']) ?? {});
  return {
    text,
    stop: messagesStop(said['stop_reason'] ?? 'end_turn'),
    usage: messagesUsage(asObject(said['usage'])),
    latency_s: result.duration_ms / 1000,
    model: models.length === 1 ? (models[0] ?? request.model) : request.model,
  };
}
