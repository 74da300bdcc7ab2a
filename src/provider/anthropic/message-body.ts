import type { JsonObject } from '#model/data/json.js';
import type { ModelRequest } from '#model/reply/exchange.js';

/** The body of a request to the Messages API. */
export function toBody({ model, system, messages, max_tokens, temperature, tool }: ModelRequest): JsonObject {
  return {
    model,
    max_tokens,
    ...(temperature !== undefined && { temperature }),
    ...(system !== undefined && { system }),
    messages: messages.map(({ role, content }) => ({ role, content })),
    ...(tool && {
      tools: [{ name: tool.name, description: tool.description, input_schema: tool.input_schema }],
      tool_choice: { type: 'tool', name: tool.name },
    }),
  };
}
