import type { Provider } from '../provider.js';
import type { CreateOptions } from '../types/provider-type.js';
import { clientOptions, type SdkClient } from './client.js';
import type { FindCredentials } from './cloud-credentials.js';
import { createCloud } from './cloud-messages.js';
import { loadPackage, requireOf } from './optional-package.js';

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
