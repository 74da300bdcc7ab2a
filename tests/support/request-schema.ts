import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { Ajv, type ValidateFunction } from 'ajv';

/** The paths of the requests whose bodies are checked, with the API that has their schema. */
const apis = {
  '/v1/messages': 'messages',
  '/v1/messages/batches': 'messages',
  '/model/MODEL/invoke': 'messages',
  '/models/MODEL:rawPredict': 'messages',
  '/v1/chat/completions': 'chat',
  '/v1/embeddings': 'chat',
  '/v1/responses': 'responses',
} as const;
export type CheckedPath = keyof typeof apis;

const validators = new Map<CheckedPath, ValidateFunction>();

/**
 * Returns why a body is no request of an API, by the types of its official package; null if it is one. The types are those of the newest
 * version of the Messages API; with the version before, in a header or a body, a body may have the three settings that it has dropped.
 */
export function flawOfRequest(path: CheckedPath, body: unknown, headers: IncomingHttpHeaders): string | null {
  const validate = validatorOf(path);
  const isOlder = headers['anthropic-version'] === '2023-06-01' || path.includes('MODEL');
  if (validate(isOlder ? withoutSampling(body) : body)) return null;
  const errors = (validate.errors ?? []).slice(0, 5);
  const found = errors.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  return `no request of ${path}: ${found.join('; ')}`;
}

// biome-ignore lint/suspicious/noExplicitAny: a request body as it was sent
function withoutSampling(body: any): unknown {
  if (body.requests)
    return {
      requests: body.requests.map((one: { readonly params: unknown }) => ({
        ...one,
        params: withoutSampling(one.params),
      })),
    };
  const { temperature: _temperature, top_p: _topP, top_k: _topK, ...rest } = body;
  return rest;
}

/**
 * Returns the validator of a path. The first call takes 0.3 s, and seconds on a busy machine: a server makes it before its first request, which
 * can have a time limit.
 */
export function validatorOf(path: CheckedPath): ValidateFunction {
  const validate = validators.get(path) ?? compile(path);
  validators.set(path, validate);
  return validate;
}

function compile(path: CheckedPath): ValidateFunction {
  const { definitions } = JSON.parse(readFileSync('tests/fixtures/request-bodies.schema.json', 'utf8'))[apis[path]];
  const $ref = `#/definitions/RequestBodies/properties/${path.replaceAll('/', '~1')}`;
  return new Ajv({ strict: false, validateFormats: false }).compile({ $ref, definitions });
}
