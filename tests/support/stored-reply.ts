import type { StoredReply } from '#model/reply/exchange.js';

/** Makes a valid key: the digit, 64 times. */
export function keyOf(digit: string): string {
  return digit.repeat(64);
}

/** Makes a stored reply with the given fields. */
export function storedReply(part: Partial<StoredReply> & { readonly text?: string } = {}): StoredReply {
  const { text = 'an answer', ...rest } = part;
  return {
    key: keyOf('a'),
    case: 'happy',
    role: 'subject',
    draw: { trial: 0, turn: 0, vote: 0, attempt: 0 },
    source: 'model',
    ts: '2026-01-02T03:04:05.000Z',
    reply: {
      text,
      stop: 'end',
      usage: { input_tokens: 10, output_tokens: null },
      latency_s: 0.25,
      model: 'claude-opus-4-7',
    },
    ...rest,
  };
}
