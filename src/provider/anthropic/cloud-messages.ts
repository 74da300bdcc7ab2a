import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { redactReply } from '#model/reply/redact-reply.js';
import { redactor } from '#model/text/redact.js';
import { failureText, ProviderFailure } from '../failure.js';
import type { Provider, SendOptions } from '../provider.js';
import { toBody } from './body.js';
import { postMessage, type SdkClient } from './client.js';
import { credentialsFailure, type FindCredentials, sharedCredentials } from './cloud-credentials.js';
import { readMessage } from './messages.js';

/** Anthropic's models at a cloud, through the cloud's own client. */
export interface Cloud<C> {
  readonly name: string;
  readonly title: string;
  /** The version of the Messages API in the body of each request: without one, the client sends its own, which the cloud may refuse. */
  readonly version: string;
  /** What to do without valid credentials; undefined if a key is set, whose variable the message then names. */
  readonly login: string | undefined;
  readonly redact: (text: string) => string;
  /** Loads the client's package. Throws EVA_NO_PACKAGE. */
  readonly load: () => void;
  readonly openFinder: () => FindCredentials<C>;
  /** Opens the client. It calls `current` for the credentials of each request. */
  readonly openClient: (current: () => C) => SdkClient;
  /** Lists the parts of credentials that the cloud gets, which neither replies nor errors may show. */
  readonly secretsIn: (credentials: C) => readonly string[];
}

/**
 * Opens a provider at a cloud. eva finds the credentials before each request: the clients would do it without regard to aborts, and would
 * report a failure as one of the connection.
 */
export function createCloud<C>(cloud: Cloud<C>): Provider {
  const credentialsFor = sharedCredentials(cloud.openFinder);
  const redactorOf = latestOf((secrets: string) => redactor(JSON.parse(secrets)));
  let credentials: C;
  let client: SdkClient | undefined;
  return {
    name: cloud.name,
    load: cloud.load,
    async send(request, options) {
      cloud.load();
      credentials = await findFor(cloud, credentialsFor, options);
      const hideSent = redactorOf(JSON.stringify(cloud.secretsIn(credentials)));
      const redact = (text: string) => hideSent(cloud.redact(text));
      client ??= cloud.openClient(() => credentials);
      return redactReply(await sendTo(client, request, { ...options, cloud, redact }), hideSent);
    },
  };
}

async function findFor<C>(
  cloud: Cloud<C>,
  credentialsFor: (signal: AbortSignal) => Promise<C>,
  { signal }: SendOptions,
): Promise<C> {
  try {
    return await credentialsFor(signal);
  } catch (error) {
    signal.throwIfAborted();
    throw withLogin(credentialsFailure(error, cloud.title, cloud.redact), cloud.login);
  }
}

interface Sending<C> extends SendOptions {
  readonly cloud: Cloud<C>;
  readonly redact: (text: string) => string;
}

async function sendTo<C>(
  client: SdkClient,
  request: ModelRequest,
  { cloud, redact, readFile, signal }: Sending<C>,
): Promise<Reply> {
  const body = { ...(await toBody(request, readFile)), anthropic_version: cloud.version };
  const startedAt = performance.now();
  let answer: unknown;
  try {
    answer = await postMessage(client, { body, signal }, redact);
  } catch (error) {
    throw error instanceof ProviderFailure ? withLogin(error, cloud.login) : error;
  }
  return readMessage(answer, request, (performance.now() - startedAt) / 1000, redact);
}

function withLogin(failure: ProviderFailure, login: string | undefined): ProviderFailure {
  const { kind, message, status } = failure;
  if (kind !== 'refused_key' || login === undefined) return failure;
  return new ProviderFailure(kind, failureText(message), { login, ...(status !== undefined && { status }) });
}

/** Returns a function that keeps its latest result, for calls with the same text. */
function latestOf<T>(compute: (text: string) => T): (text: string) => T {
  let latest: { readonly text: string; readonly value: T } | undefined;
  return (text) => {
    if (latest?.text !== text) latest = { text, value: compute(text) };
    return latest.value;
  };
}
