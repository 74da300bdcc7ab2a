import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostTokens } from '#model/limits.js';
import type { MediaFile, ModelRequest } from '#model/reply/exchange.js';
import { search } from '../support/full-request.js';

const request: ModelRequest = { provider: 'a', model: 'm', messages: [{ role: 'user', content: 'é' }], max_tokens: 9 };
const bytes = Buffer.byteLength(JSON.stringify(request));

function boundWith(file: Pick<MediaFile, 'media_type' | 'bytes'>): number {
  const parts = [{ text: 'é' }, { file: { sha256: '', ...file } }];
  const sent = { ...request, messages: [{ role: 'user', content: 'é', parts }] } as const;
  const { content: _content, ...alone } = sent.messages[0];
  return mostTokens(sent).input_tokens - Buffer.byteLength(JSON.stringify({ ...sent, messages: [alone] }));
}

test('A request has at most one token per byte, and the tokens of its tools', () => {
  assert.deepEqual(mostTokens(request), { input_tokens: bytes, output_tokens: 9 });
  const options = { tools: [search] };
  const withTools = Buffer.byteLength(JSON.stringify({ ...request, options }));
  assert.equal(mostTokens({ ...request, options }).input_tokens, withTools + 1000);
});

test('An image counts as the most tokens of an image, a PDF as its bytes in base64 within bounds', () => {
  assert.equal(boundWith({ media_type: 'image/png', bytes: 20 * 1024 * 1024 }), 50_000);
  assert.equal(boundWith({ media_type: 'application/pdf', bytes: 100 }), 50_000);
  assert.equal(boundWith({ media_type: 'application/pdf', bytes: 300_000 }), 400_000);
  assert.equal(boundWith({ media_type: 'application/pdf', bytes: 20 * 1024 * 1024 }), 2_000_000);
});
