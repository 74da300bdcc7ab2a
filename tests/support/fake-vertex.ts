import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type FakeServer, type Refusal, startFakeHttp } from './fake-http.js';
import { type FakeMessagesOptions, toMessage } from './fake-messages-api.js';

export const googleToken = 'ya29.sentinel-0123456789abcdef';
export const vertexPlace = { region: 'europe-west1', project: 'my-project' };

/** Starts a loopback server with Vertex AI's form of the Messages API, for one project and region. Use `url` and `/v1` as base URL. */
export function startFakeVertex(options: FakeMessagesOptions = {}): Promise<FakeServer> {
  const { answer = () => 'hello', faults = [] } = options;
  const { region, project } = vertexPlace;
  const start = `/v1/projects/${project}/locations/${region}/publishers/anthropic/models/`;
  return startFakeHttp({
    path: '/models/MODEL:rawPredict',
    faults,
    answer: (body) => toMessage(body, answer(body)),
    modelIn: (path) => {
      const [, model = ''] = /^([^/]+):rawPredict$/.exec(path.startsWith(start) ? path.slice(start.length) : '') ?? [];
      return decodeURIComponent(model) || null;
    },
    refusal: ({ headers }) => (headers.authorization === `Bearer ${googleToken}` ? null : unauthenticated),
  });
}

const unauthenticated: Refusal = {
  status: 401,
  body: [
    { error: { code: 401, message: 'Request had invalid authentication credentials.', status: 'UNAUTHENTICATED' } },
  ],
};

export interface FakeGoogle {
  /** The environment of a user whose credentials lead to this server. */
  readonly env: Readonly<Record<string, string>>;
  /** The number of requests for a token. */
  readonly asked: () => number;
}

/** Starts Google's token endpoint on loopback, with a file of credentials that leads to it. `answers: false`: it never answers. */
export async function startFakeGoogle(
  t: TestContext,
  { answers = true, token = googleToken }: { readonly answers?: boolean; readonly token?: string } = {},
): Promise<FakeGoogle> {
  let asked = 0;
  const server = createServer((_, response) => {
    asked++;
    const body = {
      access_token: token,
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: 3600,
    };
    if (answers) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const folder = mkdtempSync(join(tmpdir(), 'eva-google-'));
  writeFileSync(join(folder, 'subject.txt'), 'subject-token');
  const file = join(folder, 'credentials.json');
  const credentials = {
    type: 'external_account',
    audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/x',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
    credential_source: { file: join(folder, 'subject.txt') },
  };
  writeFileSync(file, JSON.stringify(credentials));
  const { region, project } = vertexPlace;
  const places = { CLOUD_ML_REGION: region, ANTHROPIC_VERTEX_PROJECT_ID: project };
  return {
    env: { GOOGLE_APPLICATION_CREDENTIALS: file, GOOGLE_CLOUD_PROJECT: project, ...places },
    asked: () => asked,
  };
}
