import { isError, messageOf } from '#model/problem.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { redactReply } from '#model/reply/reply-flaw.js';
import { redactor } from '#model/text/redact.js';
import { failureText, type Provider, ProviderFailure } from '../provider.js';
import type { CreateOptions } from '../types/provider-type.js';
import { readMessage, toBody } from './messages.js';
import { loadPackage, requireOf } from './optional-package.js';
import { clientOptions, postMessage, type SdkClient } from './sdk-client.js';

/** What AWS lets a caller sign requests with. */
interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The parts of the package that eva uses. Its own types would be needed by everybody who compiles against eva. */
interface BedrockSdk {
  readonly AnthropicBedrock: new (options: object) => SdkClient;
}

interface CredentialProviders {
  readonly fromNodeProviderChain: (options: object) => FindAws;
}

type FindAws = FindCredentials<AwsCredentials>;

/** Opens the Messages API at Amazon Bedrock: with a key of Bedrock if one is set, else with signatures by AWS credentials. */
export function createBedrock(options: CreateOptions, packageName: string): Provider {
  const { name, apiKey, baseUrl, env, places, redact } = options;
  const wanted = { provider: name, name: packageName };
  const { region = '' } = places;
  return createCloud<AwsCredentials | null>({
    name,
    title: 'AWS',
    version: 'bedrock-2023-05-31',
    login: apiKey === undefined ? 'run `aws sso login`, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY' : undefined,
    redact,
    load: () => loadPackage<BedrockSdk>(wanted),
    openFinder: () => (apiKey === undefined ? openAws(env, requireOf(wanted)) : async () => null),
    openClient: (current) =>
      new (loadPackage<BedrockSdk>(wanted).AnthropicBedrock)({
        ...clientOptions(apiKey),
        baseURL: baseUrl ?? bedrockAddress(region),
        awsRegion: region,
        apiKey: apiKey ?? null,
        providerChainResolver: async () => async () => current(),
      }),
    secretsIn: (credentials) =>
      credentials ? [credentials.accessKeyId, credentials.secretAccessKey, credentials.sessionToken ?? ''] : [],
  });
}

export function bedrockAddress(region: string): string {
  return `https://bedrock-runtime.${region}.amazonaws.com`;
}

/** Opens AWS's own chain: environment, profiles, single sign-on, containers, the machine. It keeps credentials until they expire. */
function openAws(env: CreateOptions['env'], load: NodeJS.Require): FindAws {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: token } = env;
  if (id && secret) {
    const given = { accessKeyId: id, secretAccessKey: secret, ...(token && { sessionToken: token }) };
    return async () => given;
  }
  const chains: CredentialProviders = load('@aws-sdk/credential-providers');
  return chains.fromNodeProviderChain({ logger: silent, clientConfig: { logger: silent } });
}

const quiet = () => {};
const silent = { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet };

/** The parts of the package that eva uses. Its own types would be needed by everybody who compiles against eva. */
interface VertexSdk {
  readonly AnthropicVertex: new (options: object) => SdkClient;
}

/** The headers with which Google lets a caller in. */
interface AuthClient {
  readonly getRequestHeaders: () => Promise<Headers>;
}

interface GoogleAuthLibrary {
  readonly GoogleAuth: new (options: object) => { readonly getClient: () => Promise<AuthClient> };
}

const scopes = 'https://www.googleapis.com/auth/cloud-platform';

/** Opens the Messages API at Google Vertex AI, with Application Default Credentials. */
export function createVertex({ name, baseUrl, places, redact }: CreateOptions, packageName: string): Provider {
  const wanted = { provider: name, name: packageName };
  const { region = '', project = '' } = places;
  return createCloud<Headers>({
    name,
    title: 'Google Cloud',
    version: 'vertex-2023-10-16',
    login: 'run `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS',
    redact,
    load: () => loadPackage<VertexSdk>(wanted),
    openFinder: () => openGoogle(project, requireOf(wanted)),
    openClient: (current) =>
      new (loadPackage<VertexSdk>(wanted).AnthropicVertex)({
        ...clientOptions(),
        baseURL: baseUrl ?? vertexAddress(region),
        region,
        projectId: project,
        authClient: { getRequestHeaders: async () => current() },
      }),
    secretsIn: (headers) => [...headers.values()].map((value) => value.replace(/^Bearer /i, '')),
  });
}

/** Returns the address of Vertex AI in a region, `us` or `eu` for several of them, or `global`. */
export function vertexAddress(region: string): string {
  if (region === 'global') return 'https://aiplatform.googleapis.com/v1';
  if (region === 'us' || region === 'eu') return `https://aiplatform.${region}.rep.googleapis.com/v1`;
  return `https://${region}-aiplatform.googleapis.com/v1`;
}

/** Opens Google's own search: a file of credentials, a login of gcloud, the machine. The client that it finds keeps its token until it expires. */
function openGoogle(projectId: string, load: NodeJS.Require): FindCredentials<Headers> {
  const { GoogleAuth }: GoogleAuthLibrary = load('google-auth-library');
  const auth = new GoogleAuth({ scopes, projectId });
  let client: AuthClient | undefined;
  return async () => {
    client ??= await auth.getClient();
    return client.getRequestHeaders();
  };
}

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
function createCloud<C>(cloud: Cloud<C>): Provider {
  const credentialsFor = sharedCredentials(cloud.openFinder);
  const redactorOf = latestOf((secrets: string) => redactor(JSON.parse(secrets)));
  let credentials: C;
  let client: SdkClient | undefined;
  return {
    name: cloud.name,
    load: cloud.load,
    async send(request, { signal, readFile }) {
      cloud.load();
      credentials = await credentialsFor(signal).catch((error) => {
        signal.throwIfAborted();
        throw withLogin(credentialsFailure(error, cloud.title, cloud.redact), cloud.login);
      });
      const hideSent = redactorOf(JSON.stringify(cloud.secretsIn(credentials)));
      const redact = (text: string) => hideSent(cloud.redact(text));
      client ??= cloud.openClient(() => credentials);
      const body = { ...(await toBody(request, readFile)), anthropic_version: cloud.version };
      const startedAt = performance.now();
      const answer = await postMessage(client, { body, signal }, redact).catch((error) => {
        throw withLogin(error, cloud.login);
      });
      const latency_s = (performance.now() - startedAt) / 1000;
      return redactReply(readMessage(answer, request, latency_s, redact), hideSent);
    },
  };
}

/** Adds to a refused key what to do about it. */
function withLogin(error: unknown, login: string | undefined): unknown {
  if (!(error instanceof ProviderFailure) || error.kind !== 'refused_key' || login === undefined) return error;
  const { kind, message, status } = error;
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

/** Finds credentials, from files, servers or programs. It keeps those that it has found as long as they are valid. */
type FindCredentials<C> = () => Promise<C>;

/**
 * Returns a function that finds credentials, once for all calls that wait for them. It throws the signal's reason as soon as it is aborted,
 * since no library for credentials has an abort of its own. After a failure or an abort the next call opens another finder: the old one may
 * wait for ever.
 */
export function sharedCredentials<C>(open: () => FindCredentials<C>): (signal: AbortSignal) => Promise<C> {
  let find: FindCredentials<C> | undefined;
  let pending: Promise<C> | undefined;
  return async (signal) => {
    signal.throwIfAborted();
    find ??= open();
    pending ??= find();
    const awaited = pending;
    try {
      const credentials = await untilAborted(awaited, signal);
      if (pending === awaited) pending = undefined;
      return credentials;
    } catch (error) {
      if (pending === awaited) [find, pending] = [undefined, undefined];
      throw error;
    }
  };
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

const networkCodes =
  /^(?:E(?:AI_AGAIN|CONN\w+|HOSTUNREACH|NETUNREACH|NOTFOUND|PIPE|TIMEDOUT)|UND_ERR_\w+|ERR_SOCKET\w*|TimeoutError|FetchError)$/;

/**
 * Returns the failure for credentials that could not be found: `connection` or `server_error` for a server that did not answer, else
 * `refused_key`. Reads fields, since the libraries of clouds have many classes of errors.
 */
export function credentialsFailure(error: unknown, cloud: string, redact: (text: string) => string): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const reason = redact(messageOf(error));
  const message = attemptTexts.no_credentials({ cloud, reason });
  for (let cause = error; isError(cause); cause = cause.cause) {
    const { code, name, status } = cause as Error & { readonly code?: unknown; readonly status?: unknown };
    if (typeof status === 'number' && status >= 500) return new ProviderFailure('server_error', message, { status });
    if (networkCodes.test(String(code)) || networkCodes.test(name)) return new ProviderFailure('connection', message);
  }
  return new ProviderFailure('refused_key', message);
}
