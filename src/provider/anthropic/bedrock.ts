import type { Provider } from '../provider.js';
import type { CreateOptions } from '../types/provider-type.js';
import { clientOptions, type SdkClient } from './client.js';
import type { FindCredentials } from './cloud-credentials.js';
import { createCloud } from './cloud-messages.js';
import { loadPackage, requireOf } from './optional-package.js';

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
