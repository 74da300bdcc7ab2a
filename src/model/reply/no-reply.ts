/** A provider that gave no reply, and the message of its last failure. */
interface Unanswered {
  readonly provider: string;
  readonly failure: string;
}

/** A limit in dollars that is reached. */
interface SpentDollars {
  readonly limit: number;
  readonly most: number;
  /** The models that the limit counts at a higher price than that of eva.yml. */
  readonly raised?: readonly string[];
}

function raisedText(models: readonly string[]): string {
  if (models.length === 0) return '';
  const why =
    models.length === 1
      ? 'its built-in price, because the price that is set is lower'
      : 'their built-in prices, because the prices that are set are lower';
  return `; it counts ${models.join(', ')} at ${why}`;
}

/** Says how requests use a proxy of the environment. */
export function proxyFix(hasProxies: boolean): string {
  return hasProxies
    ? 'set NODE_USE_ENV_PROXY=1, with which Node uses HTTP_PROXY and HTTPS_PROXY'
    : 'Node 24 and later use HTTP_PROXY and HTTPS_PROXY with NODE_USE_ENV_PROXY=1';
}

/** The messages of a call that has no reply (`NoReply`), and so of its missing trial. */
export const noReplyTexts = {
  no_recording: ({ call }: { readonly call: string }) => `recordings.jsonl has no ${call}`,
  attempts: ({ provider, attempts, failure }: Unanswered & { readonly attempts: number }) =>
    `${provider} gave no reply in ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${failure}`,
  check_address: ({ failure, address }: { readonly failure: string; readonly address: string }) =>
    `${failure}; check ${address}`,
  proxy: ({ variable, hasProxies }: { readonly variable: string; readonly hasProxies: boolean }) =>
    `, and ${variable}, which eva ignores: ${proxyFix(hasProxies)}`,
  busy: ({ provider, seconds, failure }: Unanswered & { readonly seconds: number }) =>
    `${provider} was busy and gave no reply in ${seconds} s of waiting: ${failure}`,
  long_wait: ({
    provider,
    asked_s,
    longest_s,
    failure,
  }: Unanswered & { readonly asked_s: number; readonly longest_s: number }) =>
    `${provider} gave no reply: it asks eva to wait ${asked_s} s, and eva waits at most ${longest_s} s: ${failure}`,
  timeout: ({ provider, failure }: Unanswered) => `${provider} gave no reply: ${failure}`,
  late: ({ speaker, seconds }: { readonly speaker: string; readonly seconds: number | null }) =>
    `${speaker} gave no reply within ${seconds} s`,
  provider_given_up: ({ provider, calls, failure }: Unanswered & { readonly calls: number }) =>
    `eva stopped calling ${provider} after ${calls} calls in a row without a reply: ${failure}`,
  batch_unread: ({ provider, failure }: Unanswered) => `${provider} gave no reply to a batch: ${failure}`,
  max_calls: ({ limit }: { readonly limit: number }) =>
    `the budget of ${limit} ${limit === 1 ? 'call' : 'calls'} is used up`,
  max_cost_usd: ({ limit, most, raised = [] }: SpentDollars) =>
    `the budget of $${limit} leaves no room for another call, which may cost up to $${most} if its reply has max_tokens tokens (a smaller max_tokens leaves more room)${raisedText(raised)}`,
  app_not_started: ({ program, reason }: { readonly program: string; readonly reason: string }) =>
    `the application "${program}" cannot be started: ${reason}`,
  app_state_lost: () => "eva could not store the application's state, so another run cannot continue the conversation",
} as const;

const unansweredTexts = [
  /^(.+?) gave no reply[^:]*: (.+)$/s,
  /^eva stopped calling (.+) after \d+ calls in a row without a reply: (.+)$/s,
];

/** Returns a message of a call without reply with the provider and its last words only, however often it was asked: `openai: 503 …`. */
export function lastWords(reason: string): string {
  const [, provider, failure] = unansweredTexts.map((pattern) => pattern.exec(reason)).find((found) => found) ?? [];
  return failure === undefined ? reason : `${provider}: ${failure}`;
}

/** A limit of the budget that refused a call: its number, and that of one more call. */
export interface SpentLimit {
  readonly bound: 'max_calls' | 'max_cost_usd';
  readonly limit: number;
  readonly most: number;
}

const spentTexts = [
  ['max_calls', /the budget of (\d+) calls? is used up/],
  ['max_cost_usd', /the budget of \$([\d.e-]+) leaves no room for another call, which may cost up to \$([\d.e-]+)/],
] as const;

/** Returns the limit that the message of a call without reply names; null if it names none. */
export function spentLimit(reason: string): SpentLimit | null {
  for (const [bound, pattern] of spentTexts) {
    const [found, limit, most = 1] = pattern.exec(reason) ?? [];
    if (found !== undefined) return { bound, limit: Number(limit), most: Number(most) };
  }
  return null;
}
