import type Anthropic from '@anthropic-ai/sdk';
import { attemptTexts } from '#errors/failures/attempt.js';
import { isObject, type JsonObject } from '#model/data/json.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import type { ToolCall } from '#model/reply/tools.js';
import { isBlank } from '#model/text/characters.js';
import { ProviderFailure } from '../failure.js';
import { otherAnswer, refusalOfError, reportedError, requireAssistant } from '../http/answer-error.js';
import { endReason } from '../http/end-reason.js';
import { asAnswer, asObject, modelOf } from '../http/json-shape.js';
import type { Provider } from '../provider.js';
import { toBody, versionHeader } from './body.js';
import { type AnthropicConfig, openClient, postMessage } from './client.js';
import { messagesUsage } from './reply-fields.js';

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
