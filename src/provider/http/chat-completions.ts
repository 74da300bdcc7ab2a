import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import type {
  JsonSchemaFormat,
  ModelRequest,
  Part,
  ReadMedia,
  Reply,
  RequestOptions,
  ToolCall,
  ToolChoice,
  ToolSpec,
} from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { readArguments } from '#model/reply/reported-calls.js';
import { isBlank } from '#model/text/characters.js';
import { fileReader, type Provider, ProviderFailure } from '../provider.js';
import { asAnswer, asCount, asList, asObject, endReason, modelOf, parseJson, usageAndModel } from './answer-fields.js';
import {
  failureOfError,
  failureOfStatus,
  hasError,
  otherAnswer,
  refusalOfError,
  refusedPrompt,
  reportedError,
  requireAssistant,
} from './http-failure.js';
import { type HttpAnswer, httpPost } from './http-post.js';

export interface ChatServer {
  readonly name: string;
  /** The header that carries the key; empty for servers without keys, such as Ollama, vLLM and llama.cpp. */
  readonly keyHeader: Readonly<Record<string, string>>;
  readonly addressOf: (request: ModelRequest) => string;
  readonly tokenLimit: TokenLimit;
  readonly hasEntry: boolean;
  readonly redact: (text: string) => string;
}

interface OpenaiConfig {
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
function openChat(server: ChatServer): Provider {
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
  const said = message['refusal']; // some servers send an empty text with every reply, which is no refusal
  const refusal = typeof said === 'string' && !isBlank(said) ? said : content.refusal;
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
  const ofTool = calls.filter((call) => call !== undefined && call['name'] === request.tool?.name);
  const given = ofTool.length === 1 ? ofTool[0]?.['arguments'] : undefined;
  return asObject(typeof given === 'string' ? parseJson(given) : given);
}

interface AzureServer {
  /** The address of the resource, with or without `/openai` or `/openai/v1`. */
  readonly baseUrl: string;
  /** The date of the API version: then each deployment has an address. Undefined for the v1 API, which has no versions. */
  readonly apiVersion: string | undefined;
}

interface AzureConfig extends AzureServer {
  readonly name: string;
  readonly apiKey: string;
  readonly tokenLimit: TokenLimit;
  readonly hasEntry: boolean;
  readonly redact: (text: string) => string;
}

/** Opens the chat completions of Azure OpenAI. Each call is one attempt. The model of a request is a deployment. */
export function createAzure({ apiKey, ...config }: AzureConfig): Provider {
  return openChat({
    ...config,
    keyHeader: { 'api-key': apiKey },
    addressOf: (request) => azureAddress(config, request),
  });
}

function azureAddress({ baseUrl, apiVersion }: AzureServer, { embed, model }: ModelRequest): string {
  const resource = baseUrl.replace(/\/+$/, '').replace(/\/openai(\/v1)?$/, '');
  const path = embed ? 'embeddings' : 'chat/completions';
  if (apiVersion === undefined) return `${resource}/openai/v1/${path}`;
  const deployment = encodeURIComponent(model.replace(/[\uD800-\uDFFF]/gu, '\uFFFD')); // throws for half a character
  return `${resource}/openai/deployments/${deployment}/${path}?api-version=${apiVersion}`;
}

/** Returns the body of a request for a chat completion. Reads the files of its messages. `tokenLimit` is the name of `max_tokens`. */
async function toChatBody(
  { model, system, messages, max_tokens, temperature, tool, options }: ModelRequest,
  { tokenLimit, readFile }: { readonly tokenLimit: TokenLimit; readonly readFile: ReadMedia | undefined },
): Promise<JsonObject> {
  const read = fileReader(readFile);
  const first = system === undefined ? [] : [{ role: 'system', content: system }];
  const sent = await Promise.all(
    messages.map(async ({ role, content, parts }) => ({
      role,
      content: parts ? await Promise.all(parts.map((part) => contentPart(part, read))) : content,
    })),
  );
  return {
    ...options?.extra,
    model,
    messages: [...first, ...sent],
    [tokenLimit]: max_tokens,
    ...(temperature !== undefined && { temperature }),
    ...(options && optionsOf(options)),
    ...(tool && { tools: [functionOf(tool)], tool_choice: toolChoice({ tool: tool.name }) }),
  };
}

async function contentPart(part: Part, read: ReadMedia): Promise<JsonObject> {
  if ('text' in part) return { type: 'text', text: part.text };
  const { media_type } = part.file;
  const url = `data:${media_type};base64,${await read(part.file)}`;
  return media_type === 'application/pdf'
    ? { type: 'file', file: { filename: 'file.pdf', file_data: url } }
    : { type: 'image_url', image_url: { url } };
}

/** Returns the keys of the body for options. Planning has refused `top_k` and a number of tokens for reasoning. */
function optionsOf(options: RequestOptions): JsonObject {
  const { top_p, stop, sampling_seed: seed, reasoning, response_format: format, tools, tool_choice: choice } = options;
  const reasoning_effort = reasoning && 'effort' in reasoning ? reasoning.effort : undefined;
  return {
    ...(top_p !== undefined && { top_p }),
    ...(stop && { stop: [...stop] }),
    ...(seed !== undefined && { seed }),
    ...(reasoning_effort !== undefined && { reasoning_effort }),
    ...(format && { response_format: format === 'json' ? { type: 'json_object' } : jsonSchema(format) }),
    ...(tools && { tools: tools.map(functionOf) }),
    ...(choice !== undefined && { tool_choice: toolChoice(choice) }),
  };
}

function jsonSchema({ json_schema: schema, name = 'response', strict }: JsonSchemaFormat): JsonObject {
  return { type: 'json_schema', json_schema: { name, schema, ...(strict !== undefined && { strict }) } };
}

function functionOf({ name, description, input_schema }: ToolSpec): JsonObject {
  const about = description === undefined ? {} : { description };
  return { type: 'function', function: { name, ...about, parameters: input_schema } };
}

function toolChoice(choice: ToolChoice): JsonValue {
  return typeof choice === 'object' ? { type: 'function', function: { name: choice.tool } } : choice;
}

interface ChatContent {
  readonly text: string;
  readonly refusal: string | undefined;
  /** False with a part of an unknown type, which may be a text or a call. */
  readonly isWhole: boolean;
}

/** The types of parts that eva knows. Reasoning is not part of the text. */
const knownParts: readonly unknown[] = ['text', 'refusal', 'thinking', 'reasoning'];

/** Reads a content: a text, or a list of parts. Throws `broken_body` for any other value. */
export function readContent(content: unknown): ChatContent {
  if (typeof content === 'string') return { text: content, refusal: undefined, isWhole: true };
  const parts = content ?? [];
  if (!Array.isArray(parts)) throw new ProviderFailure('broken_body', attemptTexts.not_a_content());
  if (!parts.every(isObject)) throw new ProviderFailure('broken_body', attemptTexts.not_an_item());
  const texts = parts.filter(({ type }) => type === 'text').map(({ text }) => text);
  if (!texts.every((text) => typeof text === 'string')) {
    throw new ProviderFailure('broken_body', attemptTexts.not_a_text());
  }
  const refusal = parts.flatMap(({ type, refusal }) =>
    type === 'refusal' && typeof refusal === 'string' && !isBlank(refusal) ? [refusal] : [],
  );
  return {
    text: texts.join(''),
    refusal: refusal.length === 0 ? undefined : refusal.join(''),
    isWhole: parts.every(({ type }) => knownParts.includes(type)),
  };
}

/** More numbers than any embedding has. */
const mostNumbers = 65_536;

/** Returns the body of a request for the embedding of the only message. */
function toEmbeddingsBody({ model, messages }: ModelRequest): JsonObject {
  return { model, input: messages[0]?.content ?? '', encoding_format: 'base64' };
}

/** Reads the answer to a request for one embedding: base64, or a list of numbers from servers that know no other form. */
function readEmbeddings(
  body: unknown,
  request: ModelRequest,
  latency_s: number,
  redact: (text: string) => string,
): Reply {
  const answer = asAnswer(body);
  const error = reportedError(answer);
  if (error !== undefined) throw failureOfError(error, redact);
  const usage = asObject(answer?.['usage']);
  const counts = [asCount(usage?.['prompt_tokens']), asCount(usage?.['total_tokens'])].filter(
    (count) => count !== null,
  );
  const data = asList(answer?.['data']);
  const embedding = data.length === 1 ? embeddingOf(asObject(data[0])?.['embedding']) : null;
  if (!answer || embedding === null) throw otherAnswer(attemptTexts.not_an_embedding(), body, redact);
  return {
    text: '',
    embedding,
    stop: 'end',
    usage: { input_tokens: counts.length === 0 ? null : Math.max(...counts), output_tokens: 0 },
    latency_s,
    model: modelOf(answer, request),
  };
}

/** Returns the numbers as float32 in base64, little-endian; null if they are not finite numbers, or none, or too many. */
function embeddingOf(value: unknown): string | null {
  const bytes = typeof value === 'string' ? bytesOfBase64(value) : bytesOfList(asList(value));
  if (bytes === null || bytes.length === 0 || bytes.length % 4 !== 0 || bytes.length > 4 * mostNumbers) return null;
  for (let at = 0; at < bytes.length; at += 4) if (!Number.isFinite(bytes.readFloatLE(at))) return null;
  return bytes.toString('base64');
}

function bytesOfBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

function bytesOfList(list: readonly unknown[]): Buffer | null {
  if (list.length > mostNumbers || !list.every((value) => typeof value === 'number')) return null;
  const bytes = Buffer.alloc(4 * list.length);
  for (const [index, value] of list.entries()) bytes.writeFloatLE(Number(value), 4 * index);
  return bytes;
}

/** The names under which servers with the chat-completions protocol take `max_tokens`. */
export const tokenLimits = ['max_tokens', 'max_completion_tokens'] as const;
export type TokenLimit = (typeof tokenLimits)[number];

/** The number of characters of an error that are searched: no server needs more to name a key. */
const searched = 10_000;

/** Words with which servers refuse a key of a request. */
const refusal =
  'unsupported[ _]parameter|not supported|unrecognized|unknown|extra_forbidden|extra inputs|not permitted|unexpected';

/**
 * Returns the other name of the token limit if the server refuses the one that was sent, undefined for any other error. Mistral answers with
 * status 422, others with 400. A limit that is too large is no wrong name.
 */
export function otherTokenLimit(
  { status, text }: Pick<HttpAnswer, 'status' | 'text'>,
  sent: TokenLimit,
): TokenLimit | undefined {
  if (status !== 400 && status !== 422) return undefined;
  const isRefused = new RegExp(`\\b${sent}\\b[^]{0,80}?(?:${refusal})|(?:${refusal})[^]{0,80}?\\b${sent}\\b`, 'i').test(
    text.slice(0, searched),
  );
  return isRefused ? tokenLimits.find((name) => name !== sent) : undefined;
}
