import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { ModelRequest, ReadMedia, Tool } from '#model/reply/exchange.js';
import type { Message, Part } from '#model/reply/message.js';
import type { JsonSchemaFormat, RequestOptions } from '#model/reply/model-options.js';
import type { ToolChoice, ToolSpec } from '#model/reply/tools.js';
import { fileReader } from '../provider.js';
import type { TokenLimit } from './token-limit.js';

/** Returns the body of a request for a chat completion. Reads the files of its messages. `tokenLimit` is the name of `max_tokens`. */
export async function toChatBody(
  { model, system, messages, max_tokens, temperature, tool, options }: ModelRequest,
  { tokenLimit, readFile }: { readonly tokenLimit: TokenLimit; readonly readFile: ReadMedia | undefined },
): Promise<JsonObject> {
  const read = fileReader(readFile);
  const first = system === undefined ? [] : [{ role: 'system', content: system }];
  return {
    ...options?.extra,
    model,
    messages: [...first, ...(await Promise.all(messages.map((message) => messageOf(message, read))))],
    [tokenLimit]: max_tokens,
    ...(temperature !== undefined && { temperature }),
    ...(options && optionsOf(options)),
    ...(tool && forcedTool(tool)),
  };
}

async function messageOf({ role, content, parts }: Message, read: ReadMedia): Promise<JsonObject> {
  if (!parts) return { role, content };
  return { role, content: await Promise.all(parts.map((part) => contentPart(part, read))) };
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

function forcedTool(tool: Tool): JsonObject {
  return { tools: [functionOf(tool)], tool_choice: toolChoice({ tool: tool.name }) };
}
