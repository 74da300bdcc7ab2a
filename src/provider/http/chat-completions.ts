import { attemptTexts } from '#errors/failures/attempt.js';
import type { JsonObject } from '#model/data/json.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { readArguments } from '#model/reply/reported-calls.js';
import type { ToolCall } from '#model/reply/tools.js';
import { isBlank } from '#model/text/characters.js';
import { ProviderFailure } from '../failure.js';
import type { Provider } from '../provider.js';
import {
  hasError,
  otherAnswer,
  refusalOfError,
  refusedPrompt,
  reportedError,
  requireAssistant,
} from './answer-error.js';
import { toChatBody } from './chat-body.js';
import { readContent } from './chat-content.js';
import { readEmbeddings, toEmbeddingsBody } from './embeddings.js';
import { endReason } from './end-reason.js';
import { failureOfStatus } from './http-failure.js';
import { httpPost } from './http-post.js';
import { asAnswer, asList, asObject, parseJson, usageAndModel } from './json-shape.js';
import { otherTokenLimit, type TokenLimit } from './token-limit.js';

export interface ChatServer {
  readonly name: string;
  /** The header that carries the key; empty for servers without keys, such as Ollama, vLLM and llama.cpp. */
  readonly keyHeader: Readonly<Record<string, string>>;
  readonly addressOf: (request: ModelRequest) => string;
  readonly tokenLimit: TokenLimit;
  readonly hasEntry: boolean;
  readonly redact: (text: string) => string;
}

export interface OpenaiConfig {
  readonly name: string;
  /** Undefined for servers without keys. */
  readonly apiKey: string | undefined;
  readonly baseUrl: string;
  /** The name of `max_tokens` in requests. Default: `max_tokens`. */
  readonly tokenLimit?: TokenLimit;
  /** Default: false. */
  readonly hasEntry?: boolean;
  readonly redact: (text: string) => string;
}

/** The counts of tokens in `usage`: of the request, and of the reply. */
const tokenCounts = ['prompt_tokens', 'completion_tokens'] as const;

/** Opens a server whose addresses and key are those of OpenAI. */
export function createOpenai({
  apiKey,
  baseUrl,
  tokenLimit = 'max_tokens',
  hasEntry = false,
  ...config
}: OpenaiConfig): Provider {
  const root = baseUrl.replace(/\/+$/, '');
  return openChat({
    ...config,
    tokenLimit,
    hasEntry,
    keyHeader: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    addressOf: ({ embed }) => `${root}/${embed ? 'embeddings' : 'chat/completions'}`,
  });
}

/** Opens any server with the chat-completions protocol. Each call is one attempt. */
export function openChat(server: ChatServer): Provider {
  const { tokenLimit, hasEntry, redact } = server;
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...server.keyHeader };
  return {
    name: server.name,
    async send(request, { signal, readFile }) {
      const body = request.embed ? toEmbeddingsBody(request) : await toChatBody(request, { tokenLimit, readFile });
      const startedAt = performance.now();
      const answer = await httpPost(server.addressOf(request), { headers, body: JSON.stringify(body), signal });
      const latency_s = (performance.now() - startedAt) / 1000;
      if (answer.status < 200 || answer.status > 299) {
        const refusal = refusedPrompt(answer, request, redact);
        if (refusal) return { ...refusal, latency_s };
        const name = otherTokenLimit(answer, tokenLimit);
        throw failureOfStatus(answer, redact, name && { name, hasEntry });
      }
      const answered = parseJson(answer.text) ?? answer.text;
      if (request.embed) return readEmbeddings(answered, request, latency_s, redact);
      return { ...readCompletion(answered, request, redact), latency_s };
    },
  };
}

/** Reads a chat completion. An error beside the choices, or in one, counts: its choice may hold a part of a text that a filter cut. */
function readCompletion(
  body: unknown,
  request: ModelRequest,
  redact: (text: string) => string,
): Omit<Reply, 'latency_s'> {
  const completion = asAnswer(body);
  const choice = asObject(asList(completion?.['choices'])[0]);
  const message = asObject(choice?.['message']);
  const error = reportedError(completion) ?? [choice?.['error']].find(hasError);
  if (completion && error !== undefined) {
    return { text: refusalOfError(error, redact), stop: 'refusal', ...usageAndModel(completion, request, tokenCounts) };
  }
  if (!completion || !choice || !message) {
    throw otherAnswer(attemptTexts.not_a_completion(), body, redact);
  }
  requireAssistant(message['role']);
  const content = readContent(message['content']);
  const tool_input = readToolInput(message, request);
  const tool_calls = request.options?.tools && content.isWhole ? callsIn(message) : undefined;
  const isCall = tool_input !== undefined || (tool_calls !== undefined && tool_calls.length > 0);
  const refusal = refusalIn(message) ?? content.refusal;
  const stop = refusal === undefined && !isFiltered(choice) ? endReason(choice['finish_reason'], isCall) : 'refusal';
  if (stop === 'tool_call' && tool_calls?.length === 0) {
    throw new ProviderFailure('broken_body', attemptTexts.no_call());
  }
  return {
    text: refusal ?? content.text,
    ...(tool_input && { tool_input }),
    ...(tool_calls && { tool_calls }),
    stop: content.isWhole || (stop !== 'end' && stop !== 'tool_call') ? stop : 'other',
    ...usageAndModel(completion, request, tokenCounts),
  };
}

/** Returns true if Azure's filter removed a part of the text: a category of its results has `filtered: true`. */
function isFiltered({ content_filter_results: results }: JsonObject): boolean {
  return Object.values(asObject(results) ?? {}).some((category) => asObject(category)?.['filtered'] === true);
}

/** Returns the text with which the model refuses. Some servers send an empty text with every reply, which is no refusal. */
function refusalIn({ refusal }: JsonObject): string | undefined {
  return typeof refusal === 'string' && !isBlank(refusal) ? refusal : undefined;
}

/**
 * Returns all calls of functions, in order. Some servers send an object of arguments instead of JSON text. Throws `broken_body` for calls in
 * another form: eva must not take them for no calls. Some servers send a `function_call` without a name with every reply, which is no call.
 */
function callsIn({ tool_calls, function_call }: JsonObject): readonly ToolCall[] {
  const list = tool_calls ?? [];
  if (!Array.isArray(list)) throw new ProviderFailure('broken_body', attemptTexts.calls_no_list());
  if (nameIn(function_call) !== undefined) throw new ProviderFailure('broken_body', attemptTexts.function_call());
  return list.map((call) => {
    const called = asObject(call)?.['function'];
    const name = nameIn(called);
    if (name === undefined) throw new ProviderFailure('broken_body', attemptTexts.call_without_name());
    const { arguments: given = '' } = asObject(called) ?? {};
    return { name, arguments: typeof given === 'string' ? readArguments(given) : (given ?? { unreadable: 'null' }) };
  });
}

/** Returns the name of the called function; undefined without a call. */
function nameIn(called: unknown): string | undefined {
  const name = asObject(called)?.['name'];
  return typeof name === 'string' && !isBlank(name) ? name : undefined;
}

/** Returns the arguments of the forced tool call; undefined for several calls or invalid JSON. Some servers send an object instead of JSON text. */
function readToolInput(message: JsonObject, request: ModelRequest): JsonObject | undefined {
  const calls = asList(message['tool_calls']).map((call) => asObject(asObject(call)?.['function']));
  const ofTool = calls.filter((one) => one !== undefined && one['name'] === request.tool?.name);
  const given = ofTool.length === 1 ? ofTool[0]?.['arguments'] : undefined;
  return asObject(typeof given === 'string' ? parseJson(given) : given);
}
