import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { ModelRequest, ReadMedia, Tool } from '#model/reply/exchange.js';
import type { Message, Part } from '#model/reply/message.js';
import type { JsonSchemaFormat, RequestOptions } from '#model/reply/model-options.js';
import type { ToolChoice, ToolSpec } from '#model/reply/tools.js';
import { fileReader } from '../provider.js';

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
    messages: await Promise.all(messages.map((message) => messageOf(message, read))),
    ...(options && optionsOf(options)),
    ...(tool && forcedTool(tool)),
  };
}

async function messageOf({ role, content, parts }: Message, read: ReadMedia): Promise<JsonObject> {
  if (!parts) return { role, content };
  return { role, content: await Promise.all(parts.map((part) => blockOf(part, read))) };
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
    ...((effort !== undefined || format) && { output_config: outputConfig(effort, format) }),
    ...(tools && { tools: tools.map(toolOf) }),
    ...(tool_choice !== undefined && { tool_choice: toolChoice(tool_choice) }),
  };
}

function outputConfig(effort: string | undefined, format: JsonSchemaFormat | undefined): JsonObject {
  return {
    ...(effort !== undefined && { effort }),
    ...(format && { format: { type: 'json_schema', schema: format.json_schema } }),
  };
}

function toolOf({ name, description, input_schema }: ToolSpec): JsonObject {
  return { name, ...(description !== undefined && { description }), input_schema };
}

function toolChoice(choice: ToolChoice): JsonValue {
  if (typeof choice === 'object') return { type: 'tool', name: choice.tool };
  return { type: choice === 'required' ? 'any' : choice };
}

function forcedTool({ name, description, input_schema }: Tool): JsonObject {
  return { tools: [{ name, description, input_schema }], tool_choice: { type: 'tool', name } };
}
