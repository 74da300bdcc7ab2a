/** What the server sends for one request. */
export type Answer = DocumentAnswer | EventsAnswer;

export interface DocumentAnswer {
  readonly kind: 'document';
  readonly status: number;
  readonly type: 'html' | 'json' | 'text';
  readonly pieces: Iterable<string>;
}

/** Server-sent events that go on until the reader leaves or `events` ends. */
export interface EventsAnswer {
  readonly kind: 'events';
  /** Each event is an object that is sent as JSON. Aborting `signal` ends them. */
  readonly events: (signal: AbortSignal) => AsyncIterable<object>;
}

export function html(pieces: Iterable<string>, status = 200): Answer {
  return { kind: 'document', status, type: 'html', pieces };
}

/** Returns data for the code of a page. */
export function json(value: object, status = 200): Answer {
  return { kind: 'document', status, type: 'json', pieces: [JSON.stringify(value)] };
}

const types = { html: 'text/html', json: 'application/json', text: 'text/plain' } as const;

/** Returns the headers of every answer: nothing is guessed, kept, framed, or given to pages of others. */
export function safeHeaders(type: DocumentAnswer['type'] | 'events'): Readonly<Record<string, string>> {
  return {
    'content-type': type === 'events' ? 'text/event-stream; charset=utf-8' : `${types[type]}; charset=utf-8`,
    'content-security-policy': type === 'html' ? policyOfPages : policyOfData,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}

/** A page carries a policy of its own that names the digests of its code and style. This one adds what only a header can say. */
const policyOfPages = "frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

const policyOfData = "default-src 'none'; frame-ancestors 'none'; sandbox";
