import type Anthropic from '@anthropic-ai/sdk';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type {
  ModelRequest,
  Part,
  ReadMedia,
  Reply,
  RequestOptions,
  TokenUsage,
  ToolCall,
  ToolChoice,
  ToolSpec,
} from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { isBlank } from '#model/text/characters.js';
import { asAnswer, asCount, asObject, billedTokens, endReason, modelOf } from '../http/answer-fields.js';
import { otherAnswer, refusalOfError, reportedError, requireAssistant } from '../http/http-failure.js';
import { fileReader, type Provider, ProviderFailure } from '../provider.js';
import { type AnthropicConfig, openClient, postMessage } from './sdk-client.js';

/** Opens the Messages API through its SDK, which loads with the first call. Each call is one attempt: the SDK's own retries are off. */
export function createAnthropic(config: AnthropicConfig): Provider {
  let client: Anthropic | undefined;
  const load = () => {
    client ??= openClient(config);
    return client;
  };
  return {
    name: config.name,
    load,
    async send(request, { signal, readFile }) {
      const loaded = load();
      const body = await toBody(request, readFile);
      const startedAt = performance.now(); // the latency of the first answer does not include loading the SDK
      const headers = versionHeader([request]);
      const answer = await postMessage(loaded, { body, headers, signal }, config.redact);
      const latency_s = (performance.now() - startedAt) / 1000;
      return readMessage(answer, request, latency_s, config.redact);
    },
  };
}

/**
 * Reads a message of the Messages API. Thinking is not part of the text. Several calls of a forced tool count as no call. Throws `ProviderFailure`:
 * `broken_body` for an answer in another form, the kind of the error for one that reports an error.
 */
export function readMessage(
  body: unknown,
  request: ModelRequest,
  latency_s: number | null,
  redact: (text: string) => string,
): Reply {
  const message = asAnswer(body);
  const error = reportedError(message);
  if (message && error !== undefined) {
    const usage = messagesUsage(asObject(message['usage']));
    return { text: refusalOfError(error, redact), stop: 'refusal', usage, latency_s, model: modelOf(message, request) };
  }
  const content = message?.['content'];
  if (!message || !Array.isArray(content)) {
    throw otherAnswer(attemptTexts.not_a_message(), body, redact);
  }
  if (!content.every(isObject)) throw new ProviderFailure('broken_body', attemptTexts.not_a_block());
  const ofTool = content.filter(({ type, name }) => type === 'tool_use' && name === request.tool?.name);
  const tool_input = ofTool.length === 1 ? asObject(ofTool[0]?.['input']) : undefined;
  const tool_calls = request.options?.tools && callsIn(content);
  requireAssistant(message['role']);
  const isRefused = asObject(message['stop_details'])?.['type'] === 'refusal';
  const isCall = ofTool.length > 0 || (tool_calls !== undefined && tool_calls.length > 0);
  const stop = isRefused ? 'refusal' : endReason(message['stop_reason'], isCall);
  if (stop === 'tool_call' && tool_calls?.length === 0) {
    throw new ProviderFailure('broken_body', attemptTexts.no_call());
  }
  return {
    text: textIn(content),
    ...(tool_input && { tool_input }),
    ...(tool_calls && { tool_calls }),
    stop,
    usage: messagesUsage(asObject(message['usage'])),
    latency_s,
    model: modelOf(message, request),
  };
}

function textIn(blocks: readonly JsonObject[]): string {
  const texts = blocks.filter(({ type }) => type === 'text').map(({ text }) => text);
  if (!texts.every((text) => typeof text === 'string')) {
    throw new ProviderFailure('broken_body', attemptTexts.not_a_text());
  }
  return texts.join('');
}

/** The types of blocks that eva knows. A block of any other type may be a call. */
const knownBlocks: readonly unknown[] = ['text', 'thinking', 'redacted_thinking', 'tool_use'];

/** Returns all calls of tools, in order; undefined if a block of an unknown type leaves them unknown. */
function callsIn(blocks: readonly JsonObject[]): readonly ToolCall[] | undefined {
  if (!blocks.every(({ type }) => knownBlocks.includes(type))) return undefined;
  const calls = blocks.filter(({ type }) => type === 'tool_use');
  return calls.map(({ name, input }) => {
    if (typeof name !== 'string' || isBlank(name)) {
      throw new ProviderFailure('broken_body', attemptTexts.call_without_name());
    }
    return { name, arguments: input ?? { unreadable: input === null ? 'null' : '' } };
  });
}

/**
 * Returns the header with the version of the API that these requests need. The SDK's version, 2026-10-21, answers every request with
 * `temperature`, `top_p` or `top_k` with status 400; the one before takes them and everything else that eva sends.
 */
export function versionHeader(requests: Iterable<ModelRequest>): Readonly<Record<string, string>> {
  for (const { temperature, options } of requests) {
    const isSampled = [temperature, options?.top_p, options?.top_k].some((value) => value !== undefined);
    if (isSampled) return { 'anthropic-version': '2023-06-01' };
  }
  return {};
}

/** Returns the body of a request to the Messages API. Reads the files of its messages. */
export async function toBody(request: ModelRequest, readFile?: ReadMedia): Promise<JsonObject> {
  const { model, system, messages, max_tokens, temperature, tool, options } = request;
  const read = fileReader(readFile);
  return {
    ...options?.extra,
    model,
    max_tokens,
    ...(temperature !== undefined && { temperature }),
    ...(system !== undefined && { system }),
    messages: await Promise.all(
      messages.map(async ({ role, content, parts }) => ({
        role,
        content: parts ? await Promise.all(parts.map((part) => blockOf(part, read))) : content,
      })),
    ),
    ...(options && optionsOf(options)),
    ...(tool && { tools: [toolOf(tool)], tool_choice: toolChoice({ tool: tool.name }) }),
  };
}

async function blockOf(part: Part, read: ReadMedia): Promise<JsonObject> {
  if ('text' in part) return { type: 'text', text: part.text };
  const { media_type } = part.file;
  const source = { type: 'base64', media_type, data: await read(part.file) };
  return { type: media_type === 'application/pdf' ? 'document' : 'image', source };
}

/** Returns the keys of the body for options. Planning has refused `sampling_seed`, the format `json` and `strict: false`. */
function optionsOf({ top_p, top_k, stop, reasoning, response_format, tools, tool_choice }: RequestOptions): JsonObject {
  const effort = reasoning && 'effort' in reasoning ? reasoning.effort : undefined;
  const budget = reasoning && 'budget_tokens' in reasoning ? reasoning.budget_tokens : undefined;
  const format = typeof response_format === 'object' ? response_format : undefined;
  return {
    ...(top_p !== undefined && { top_p }),
    ...(top_k !== undefined && { top_k }),
    ...(stop && { stop_sequences: [...stop] }),
    ...(budget !== undefined && { thinking: { type: 'enabled', budget_tokens: budget } }),
    ...((effort !== undefined || format) && {
      output_config: {
        ...(effort !== undefined && { effort }),
        ...(format && { format: { type: 'json_schema', schema: format.json_schema } }),
      },
    }),
    ...(tools && { tools: tools.map(toolOf) }),
    ...(tool_choice !== undefined && { tool_choice: toolChoice(tool_choice) }),
  };
}

function toolOf({ name, description, input_schema }: ToolSpec): JsonObject {
  return { name, ...(description !== undefined && { description }), input_schema };
}

function toolChoice(choice: ToolChoice): JsonValue {
  if (typeof choice === 'object') return { type: 'tool', name: choice.tool };
  return { type: choice === 'required' ? 'any' : choice };
}

/**
 * Returns the tokens that the Messages API reports. Tokens that are written to the prompt cache or read from it are input too. The
 * input is unknown if one of these counts is impossible.
 */
export function messagesUsage(usage: JsonObject | undefined): TokenUsage {
  const input = asCount(usage?.['input_tokens']);
  const written = asCount(usage?.['cache_creation_input_tokens'] ?? 0);
  const read = asCount(usage?.['cache_read_input_tokens'] ?? 0);
  return billedTokens({
    input: input === null || written === null || read === null ? null : asCount(input + written + read),
    output: asCount(usage?.['output_tokens']),
    total: asCount(usage?.['total_tokens']),
  });
}
