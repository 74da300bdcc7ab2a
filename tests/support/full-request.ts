import type { MediaFile, ModelRequest, ToolSpec } from '#model/reply/exchange.js';

export const search: ToolSpec = {
  name: 'search',
  description: 'Searches orders.',
  input_schema: { type: 'object', properties: { q: { type: 'string' } } },
};
export const refund: ToolSpec = { name: 'refund', input_schema: { type: 'object' } };

const image: MediaFile = { media_type: 'image/png', sha256: 'a'.repeat(64), bytes: 3 };
const pdf: MediaFile = { media_type: 'application/pdf', sha256: 'b'.repeat(64), bytes: 3 };

/** Returns the bytes of the files of the request, as base64. */
export const readFile = async ({ media_type }: MediaFile) => (media_type === 'image/png' ? 'UE5H' : 'UERG');

/** A request with a system prompt, a few-shot answer, an image, a PDF and a prefill. */
export const messagesRequest: ModelRequest = {
  provider: 'any',
  model: 'model-1',
  system: 'Be brief.',
  messages: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
    {
      role: 'user',
      content: 'Read both',
      parts: [{ text: 'Read both' }, { file: image }, { file: pdf }],
    },
    { role: 'assistant', content: '{' },
  ],
  max_tokens: 4096,
};
