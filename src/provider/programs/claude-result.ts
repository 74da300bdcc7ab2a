import { attemptTexts } from '#errors/failures/attempt.js';
import type { JsonObject } from '#model/data/json.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import type { ProgramResult } from '#process/run-program.js';
import { messagesStop, messagesUsage } from '../anthropic/messages-api.js';
import { type FailureKind, failureText, ProviderFailure } from '../failure.js';
import { kindOfStatus } from '../http/http-failure.js';
import { asObject, parseJson } from '../http/json-shape.js';
import { describeEnd, type ProgramConfig } from './program-reply.js';

/** Error messages of Claude Code without an HTTP status, and the kinds of failure that they mean. */
const complaints: readonly (readonly [RegExp, FailureKind])[] = [
  [/not logged in|run \/login|invalid api key|oauth token|api error: 401|authentication_error/i, 'refused_key'],
  [/issue with the selected model|not_found_error|api error: 404/i, 'unknown_model'],
  [/api error: 403|permission_error/i, 'not_allowed'],
  [/api error: 400|invalid_request_error/i, 'bad_request'],
  [/api error: 429|rate_limit_error|usage limit/i, 'rate_limited'],
  [/api error: 529|overloaded_error/i, 'overloaded'],
  [/api error: 5\d\d/i, 'server_error'],
  [/connection (error|to the api was lost)|unable to connect|econn(reset|refused)/i, 'connection'],
  [/request timed out/i, 'timeout'],
];

/** Error messages about a reply that reached a limit: of tokens, or of the context window. */
const cut = /exceeded the \S+ output token maximum|reached its context window limit/i;

/** Reads the output of Claude Code. Throws `ProviderFailure` unless the model answered, was truncated or refused. */
export function readClaudeResult(config: ProgramConfig, result: ProgramResult, request: ModelRequest): Reply {
  const said = resultObject(result.stdout);
  const text = said?.['result'];
  if (!said || typeof text !== 'string') throw failure(config, result, said, undefined);
  if (said['is_error'] !== true && result.exit_code === 0) return answered(said, text, result, request);
  const stop = said['stop_reason'] === 'refusal' ? 'refusal' : cut.test(text) ? 'max_tokens' : undefined;
  if (stop === undefined) throw failure(config, result, said, text);
  return toReply(said, { text: '', stop }, result, request);
}

/**
 * Reads a reply without an error. Claude Code asks a truncated model to continue, up to three times, and prints only the last part: the sum
 * of the tokens shows that. It asks again after an empty reply: the number of turns shows that.
 */
function answered(said: JsonObject, text: string, result: ProgramResult, request: ModelRequest): Reply {
  const turns = said['num_turns'];
  if (turns === 0) throw new ProviderFailure('bad_request', attemptTexts.claude_command());
  const { output_tokens } = messagesUsage(asObject(said['usage']));
  if (output_tokens !== null && output_tokens > request.max_tokens) {
    return toReply(said, { text: '', stop: 'max_tokens' }, result, request);
  }
  const isSecondAnswer = typeof turns === 'number' && turns > 1;
  const stop = messagesStop(said['stop_reason'] ?? 'end_turn');
  return toReply(said, { text: isSecondAnswer ? '' : text, stop }, result, request);
}

/** Finds the result object in the output, which some versions print as the last of a list of events. */
function resultObject(stdout: string): JsonObject | undefined {
  const output = parseJson(stdout);
  if (!Array.isArray(output)) return asObject(output);
  return output.map(asObject).findLast((one) => one?.['type'] === 'result');
}

function failure(
  config: ProgramConfig,
  result: ProgramResult,
  said: JsonObject | undefined,
  text: string | undefined,
): ProviderFailure {
  const complaint = text ?? `${result.stderr}\n${result.stdout}`;
  const message = text === undefined ? describeEnd(config, result) : failureText(config.redact(text));
  return new ProviderFailure(kindOf(said?.['api_error_status'], complaint), message || attemptTexts.claude_no_result());
}

function kindOf(status: unknown, complaint: string): FailureKind {
  if (typeof status === 'number' && status >= 400) return kindOfStatus(status);
  return complaints.find(([pattern]) => pattern.test(complaint))?.[1] ?? 'process';
}

function toReply(
  said: JsonObject,
  { text, stop }: Pick<Reply, 'text' | 'stop'>,
  result: ProgramResult,
  request: ModelRequest,
): Reply {
  const models = Object.keys(asObject(said['modelUsage']) ?? {});
  return {
    text,
    stop,
    usage: messagesUsage(asObject(said['usage'])),
    latency_s: result.duration_ms / 1000,
    model: models.length === 1 ? (models[0] ?? request.model) : request.model,
  };
}
