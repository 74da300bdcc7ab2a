import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type {
  JsonSchemaFormat,
  ModelRequest,
  Part,
  ReadMedia,
  Reply,
  RequestOptions,
  StopReason,
  ToolCall,
  ToolChoice,
  ToolSpec,
} from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { readArguments } from '#model/reply/reported-calls.js';
import { isBlank } from '#model/text/characters.js';
import { fileReader, type Provider, ProviderFailure } from '../provider.js';
import { asAnswer, asList, asObject, endReason, parseJson, usageAndModel } from './answer-fields.js';
import {
  failureOfStatus,
  otherAnswer,
  refusalOfError,
  refusedPrompt,
  reportedError,
  requireAssistant,
} from './http-failure.js';
import { httpPost } from './http-post.js';

interface ResponsesConfig {
  readonly name: string;
  /** Undefined for servers without keys. */
  readonly apiKey: string | undefined;
  readonly baseUrl: string;
  readonly redact: (text: string) => string;
}

/** Opens a server with the Responses protocol. Each call is one attempt. */
export function createResponses({ name, apiKey, baseUrl, redact }: ResponsesConfig): Provider {
  const address = `${baseUrl.replace(/\/+$/, '')}/responses`;
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  };
  return {
    name,
    async send(request, { signal, readFile }) {
      const body: JsonObject = await toResponsesBody(request, readFile);
      const startedAt = performance.now();
      const answer = await httpPost(address, { headers, body: JSON.stringify(body), signal });
      const latency_s = (performance.now() - startedAt) / 1000;
      return { ...replyOf(answer, request), latency_s };
    },
  };

  function replyOf(answer: Awaited<ReturnType<typeof httpPost>>, request: ModelRequest): Omit<Reply, 'latency_s'> {
    if (answer.status >= 200 && answer.status <= 299) {
      return readResponse(parseJson(answer.text) ?? answer.text, request, redact);
    }
    const refusal = refusedPrompt(answer, request, redact);
    if (refusal) return refusal;
    throw failureOfStatus(answer, redact);
  }
}

/**
 * Returns the body of a request of the Responses protocol. Reads the files of its messages. Servers keep replies for 30 days unless `store`
 * is false; `extra` may set it.
 */
async function toResponsesBody(
  { model, system, messages, max_tokens, temperature, tool, options }: ModelRequest,
  readFile: ReadMedia | undefined,
): Promise<JsonObject> {
  const read = fileReader(readFile);
  return {
    store: false,
    ...options?.extra,
    model,
    max_output_tokens: max_tokens,
    ...(system !== undefined && { instructions: system }),
    input: await Promise.all(
      messages.map(async ({ role, content, parts }) => {
        if (!parts || role === 'assistant') return { role, content }; // parts of a reply would need the id of an earlier one
        return { role, content: await Promise.all(parts.map((part) => partOf(part, read))) };
      }),
    ),
    ...(temperature !== undefined && { temperature }),
    ...(options && optionsOf(options)),
    ...(tool && { tools: [functionOf(tool)], tool_choice: toolChoice({ tool: tool.name }) }),
  };
}

async function partOf(part: Part, read: ReadMedia): Promise<JsonObject> {
  if ('text' in part) return { type: 'input_text', text: part.text };
  const { media_type } = part.file;
  const url = `data:${media_type};base64,${await read(part.file)}`;
  return media_type === 'application/pdf'
    ? { type: 'input_file', filename: 'file.pdf', file_data: url }
    : { type: 'input_image', detail: 'auto', image_url: url };
}

/** Returns the keys of the body for options. Planning has refused those that the protocol lacks. */
function optionsOf({ top_p, reasoning, response_format: format, tools, tool_choice }: RequestOptions): JsonObject {
  return {
    ...(top_p !== undefined && { top_p }),
    ...(reasoning && 'effort' in reasoning && { reasoning: { effort: reasoning.effort } }),
    ...(format && { text: { format: format === 'json' ? { type: 'json_object' } : jsonSchema(format) } }),
    ...(tools && { tools: tools.map(functionOf) }),
    ...(tool_choice !== undefined && { tool_choice: toolChoice(tool_choice) }),
  };
}

function jsonSchema({ json_schema: schema, name = 'response', strict }: JsonSchemaFormat): JsonObject {
  return { type: 'json_schema', name, schema, ...(strict !== undefined && { strict }) };
}

/** Returns a tool. Without `strict` the server would make every parameter a required one. */
function functionOf({ name, description, input_schema }: ToolSpec): JsonObject {
  const about = description === undefined ? {} : { description };
  return { type: 'function', name, ...about, parameters: input_schema, strict: false };
}

function toolChoice(choice: ToolChoice): JsonValue {
  return typeof choice === 'object' ? { type: 'function', name: choice.tool } : choice;
}

type Redact = (text: string) => string;

/** A reply without the time that it took. */
type Untimed = Omit<Reply, 'latency_s'>;

/** The counts of tokens in `usage`: of the request, and of the reply. */
const tokenCounts = ['input_tokens', 'output_tokens'] as const;

/**
 * Reads an answer of the Responses protocol. Reasoning is not part of the text. A refusal, also one of the server's policy, is a reply. Throws
 * `ProviderFailure`: `broken_body` for an answer in another form, the kind of the error for one that failed.
 */
function readResponse(body: unknown, request: ModelRequest, redact: Redact): Untimed {
  const response = asAnswer(body);
  const status = statusOf(response);
  if (response && (status === 'failed' || reportedError(response) !== undefined))
    return failed(response, request, redact);
  const output = response?.['output'];
  if (!response || !Array.isArray(output)) {
    throw otherAnswer(attemptTexts.not_a_response(), body, redact);
  }
  if (['queued', 'in_progress', 'cancelled'].includes(status)) throw broken('not_finished');
  if (!output.every(isObject)) throw broken('not_an_item');
  const { text, isRefusal, isWhole } = textIn(output);
  const tool_input = toolInput(output, request);
  const tool_calls = request.options?.tools && isWhole ? callsIn(output) : undefined;
  const end = output.some(({ type }) => type === 'function_call') ? 'tool_call' : 'end';
  return {
    text,
    ...(tool_input && { tool_input }),
    ...(tool_calls && { tool_calls }),
    stop: isRefusal ? 'refusal' : (cutOf(response, output) ?? (isWhole ? end : 'other')),
    ...usageAndModel(response, request, tokenCounts),
  };
}

/** Returns the reply to a request that the server's policy refuses. Throws the failure of any other response that failed. */
function failed(response: JsonObject, request: ModelRequest, redact: Redact): Untimed {
  return {
    text: refusalOfError(reportedError(response), redact),
    stop: 'refusal',
    ...usageAndModel(response, request, tokenCounts),
  };
}

function broken(flaw: 'not_finished' | 'not_an_item' | 'not_a_text' | 'call_without_name') {
  return new ProviderFailure('broken_body', attemptTexts[flaw]());
}

interface ResponseText {
  readonly text: string;
  readonly isRefusal: boolean;
  /** False if a message has a part of an unknown type, which may be a text or a call. */
  readonly isWhole: boolean;
}

/** Returns the text of all messages. Comments before the final answer are not part of it. A part that refuses replaces the text. */
function textIn(output: readonly JsonObject[]): ResponseText {
  const messages = output.filter(({ type }) => type === 'message');
  for (const { role } of messages) requireAssistant(role);
  const hasFinal = messages.some(({ phase }) => phase === 'final_answer');
  const counted = messages.filter(({ phase }) => !hasFinal || phase !== 'commentary');
  const parts = counted.flatMap(({ content }) => {
    if (!Array.isArray(content) || !content.every(isObject)) throw broken('not_an_item');
    return content;
  });
  const refusals = parts.flatMap(({ type, refusal }) =>
    type === 'refusal' && typeof refusal === 'string' && !isBlank(refusal) ? [refusal] : [],
  );
  const isWhole = messages.every(({ content }) =>
    asList(content).every((part) => knownParts.includes(asObject(part)?.['type'])),
  );
  if (refusals.length > 0) return { text: refusals.join(''), isRefusal: true, isWhole };
  const texts = parts.filter(({ type }) => type === 'output_text').map(({ text }) => text);
  if (!texts.every((text) => typeof text === 'string')) throw broken('not_a_text');
  return { text: texts.join(''), isRefusal: false, isWhole };
}

const knownParts: readonly unknown[] = ['output_text', 'refusal'];

/** The types of items that eva knows. An item of any other type may be a call. */
const knownItems: readonly unknown[] = ['message', 'reasoning', 'function_call'];

/** Returns all calls of functions, in order; undefined if an item of an unknown type leaves them unknown. */
function callsIn(output: readonly JsonObject[]): readonly ToolCall[] | undefined {
  if (!output.every(({ type }) => knownItems.includes(type))) return undefined;
  const calls = output.filter(({ type }) => type === 'function_call');
  return calls.map(({ name, arguments: given = '' }) => {
    if (typeof name !== 'string' || isBlank(name)) throw broken('call_without_name');
    return { name, arguments: typeof given === 'string' ? readArguments(given) : (given ?? { unreadable: 'null' }) };
  });
}

/** Returns the arguments of the forced tool call; undefined for several calls or invalid JSON. */
function toolInput(output: readonly JsonObject[], { tool }: ModelRequest): JsonObject | undefined {
  const ofTool = output.filter(({ type, name }) => type === 'function_call' && tool && name === tool.name);
  const given = ofTool.length === 1 ? ofTool[0]?.['arguments'] : undefined;
  return asObject(typeof given === 'string' ? parseJson(given) : given);
}

/** Returns the status of a response or of an item in it; an empty text if it names none. */
function statusOf(value: JsonObject | undefined): string {
  return String(value?.['status'] ?? '').toLowerCase();
}

/**
 * Returns why a response was cut; undefined if it is whole. Some servers call a response completed although it has a reason for a cut, or
 * although a message or a call in it has not ended.
 */
function cutOf(response: JsonObject, output: readonly JsonObject[]): StopReason | undefined {
  const details = response['incomplete_details'];
  const reason = isObject(details) ? details['reason'] : details;
  const isCut = statusOf(response) === 'incomplete' || (reason ?? '') !== '';
  if (!isCut) return output.every(hasEnded) ? undefined : 'other';
  const stop = endReason(reason);
  return stop === 'end' ? 'other' : stop;
}

/** Returns true for an item without a status, and for items of other types: the server's own tools may fail in a whole response. */
function hasEnded(item: JsonObject): boolean {
  if (item['type'] !== 'message' && item['type'] !== 'function_call') return true;
  return !['in_progress', 'incomplete'].includes(statusOf(item));
}
