import { createHash, createHmac } from 'node:crypto';
import { type FakeServer, type Refusal, type SeenRequest, startFakeHttp } from './fake-http.js';
import { type FakeMessagesOptions, toMessage } from './fake-messages-api.js';

export interface FakeBedrockOptions extends FakeMessagesOptions {
  /** What requests must be signed with; by default those of `awsKeys`. */
  readonly keys?: AwsKeys;
  /** The key of Bedrock that requests must have instead of a signature. */
  readonly apiKey?: string;
}

interface AwsKeys {
  readonly id: string;
  readonly secret: string;
  readonly token?: string;
}

export const awsKeys: AwsKeys = {
  id: 'AKIASENTINEL01234567',
  secret: 'sentinel-secret-0123456789abcdef',
  token: 'sentinel-session-token-0123456789',
};
export const awsRegion = 'eu-west-1';

/** The environment of a user with these keys. */
export const awsEnvironment = {
  AWS_REGION: awsRegion,
  AWS_ACCESS_KEY_ID: awsKeys.id,
  AWS_SECRET_ACCESS_KEY: awsKeys.secret,
  AWS_SESSION_TOKEN: awsKeys.token ?? '',
};

/** Starts a loopback server with Bedrock's form of the Messages API. It lets in only what is signed as AWS documents it. */
export function startFakeBedrock(options: FakeBedrockOptions = {}): Promise<FakeServer> {
  const { answer = () => 'hello', faults = [], keys = awsKeys, apiKey } = options;
  return startFakeHttp({
    path: '/model/MODEL/invoke',
    faults,
    answer: (body) => toMessage(body, answer(body)),
    modelIn: (path) => decodeURIComponent(/^\/model\/([^/]+)\/invoke$/.exec(path)?.[1] ?? '') || null,
    refusal: (seen, text) => {
      const expected = apiKey === undefined ? signatureOf(seen, text, keys) : `Bearer ${apiKey}`;
      return seen.headers.authorization === expected &&
        (apiKey !== undefined || seen.headers['x-amz-security-token'] === keys.token)
        ? null
        : unrecognized;
    },
  });
}

const unrecognized: Refusal = {
  status: 403,
  headers: { 'x-amzn-errortype': 'UnrecognizedClientException:http://internal.example/coral/service/' },
  body: { message: 'The security token included in the request is invalid.' },
};

/**
 * Returns the header that signs a request: Signature Version 4, computed from what arrived, as AWS describes it in "Create a signed AWS API
 * request". The path is encoded twice, as for every service but S3.
 */
function signatureOf({ path, headers }: SeenRequest, text: string, { id, secret }: AwsKeys): string {
  const given = String(headers.authorization);
  const [, date = ''] = /Credential=[^/]+\/(\d{8})\//.exec(given) ?? [];
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(given) ?? [];
  const required = ['host', 'x-amz-date'];
  const signed = [...new Set([...names.split(';'), ...required])].sort();
  const canonical = [
    'POST',
    path.split('/').map(encoded).join('/'),
    '',
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signed.join(';'),
    createHash('sha256').update(text).digest('hex'),
  ].join('\n');
  const scope = `${date}/${awsRegion}/bedrock/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const key = [date, awsRegion, 'bedrock', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n')).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${signed.join(';')}, Signature=${signature}`;
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function encoded(segment: string): string {
  return encodeURIComponent(segment).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}
