import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { ModelRequest, ReadMedia, Tool } from '#model/reply/exchange.js';
import type { Message, Part } from '#model/reply/message.js';
import type { JsonSchemaFormat, RequestOptions } from '#model/reply/model-options.js';
import type { ToolChoice, ToolSpec } from '#model/reply/tools.js';
import { fileReader } from '../provider.js';

/**
 * Returns the body of a request of the Responses protocol. Reads the files of its messages. Servers keep replies for 30 days unless `store`
 * is false; `extra` may set it.
 */
export async function toResponsesBody(
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
    input: await Promise.all(messages.map((message) => itemOf(message, read))),
    ...(temperature !== undefined && { temperature }),
    ...(options && optionsOf(options)),
    ...(tool && forcedTool(tool)),
  };
}

/** Returns the item of a message. An assistant's message is one text: parts would need the id of an earlier reply. */
async function itemOf({ role, content, parts }: Message, read: ReadMedia): Promise<JsonObject> {
  if (!parts || role === 'assistant') return { role, content };
  return { role, content: await Promise.all(parts.map((part) => partOf(part, read))) };
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

function forcedTool(tool: Tool): JsonObject {
  return { tools: [functionOf(tool)], tool_choice: toolChoice({ tool: tool.name }) };
}
