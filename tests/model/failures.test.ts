import test from 'node:test';
import type { BaseUrlFlawKind } from '#model/data/base-url.js';
import { attemptTexts, baseUrlText } from '#model/reply/failed-attempt.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import { matchesGolden } from '../support/golden.js';

/** The parameters of the functions of a table. */
type Samples<T extends Readonly<Record<string, (params: never) => string>>> = {
  readonly [K in keyof T as Parameters<T[K]> extends [] ? never : K]: Parameters<T[K]>[0];
};

const attempts: Samples<typeof attemptTexts> = {
  timeout: { seconds: 0.2 },
  broken_off: { word: 'network_error' },
  no_connection: { host: 'localhost:8000', reason: 'ECONNREFUSED' },
  unknown_authority: { host: 'llm.example.com', reason: 'SELF_SIGNED_CERT_IN_CHAIN' },
  answer_unreadable: { error: 'SyntaxError' },
  no_credentials: { cloud: 'AWS', reason: 'Could not load credentials from any providers' },
  batch_list_endless: { pages: 100 },
  batch_endless: { hours: 25 },
  program_answer: { flaw: 'the output is no JSON object' },
  results_missing: { found: '87', total: '1,000 requests' },
};

const unanswered = { provider: 'anthropic', failure: '500 out of order' };

const noReplies: Samples<typeof noReplyTexts> = {
  no_recording: { call: 'reply of the judge, vote 2' },
  attempts: { ...unanswered, attempts: 6 },
  busy: { ...unanswered, seconds: 600 },
  long_wait: { ...unanswered, asked_s: 3600, longest_s: 60 },
  check_address: { failure: 'no connection to api.example.com (ENOTFOUND)', address: 'OPENAI_BASE_URL' },
  proxy: { variable: 'HTTPS_PROXY', hasProxies: false },
  timeout: unanswered,
  late: { speaker: 'the judge', seconds: 60 },
  provider_given_up: { ...unanswered, calls: 5 },
  batch_unread: unanswered,
  max_calls: { limit: 1 },
  max_cost_usd: { limit: 0.42, most: 0.0011, raised: ['claude-opus-4-7', 'gpt-6-luna'] },
  app_not_started: { program: './bot', reason: 'the program was not found' },
};

const flaws: readonly BaseUrlFlawKind[] = [
  'too_long',
  'credentials',
  'not_http',
  'characters',
  'query',
  'fragment',
  'v1',
  'request',
];

function textsOf(
  table: Readonly<Record<string, (params: never) => string>>,
  samples: Readonly<Record<string, unknown>>,
): string {
  return Object.entries(table)
    .map(([key, text]) => `${key}\n  ${text(samples[key] as never)}\n`)
    .join('');
}

test('each failure of an attempt has a message', () => {
  matchesGolden('errors/attempts', textsOf(attemptTexts, attempts));
});

test('each missing reply has a message', () => {
  matchesGolden('errors/no-replies', textsOf(noReplyTexts, noReplies));
});

test('each flaw of a base URL has a message and a hint, with the form of its protocol', () => {
  const lines = [true, false].flatMap((endsWithV1) =>
    flaws.map((kind) => {
      const { message, hint } = baseUrlText({ kind, endsWithV1, ...(kind === 'request' && { path: '/messages' }) });
      return `${kind}${endsWithV1 ? '' : ' without /v1'}\n  ${message}\n  ${hint}\n`;
    }),
  );
  matchesGolden('errors/base-urls', lines.join(''));
});
