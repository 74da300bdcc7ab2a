import type { JsonObject } from '#model/data/json.js';
import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import type { Provider } from '../provider.js';
import { refusedPrompt } from './answer-error.js';
import { failureOfStatus } from './http-failure.js';
import { httpPost } from './http-post.js';
import { parseJson } from './json-shape.js';
import { toResponsesBody } from './responses-body.js';
import { readResponse } from './responses-reply.js';

export interface ResponsesConfig {
  readonly name: string;
  /** Undefined for servers without keys. */
  readonly apiKey: string | undefined;
  readonly baseUrl: string;
  readonly redact: (text: string) => string;
}

/** Opens a server with the Responses protocol. Each call is one attempt. */
export function createResponses({ name, apiKey, baseUrl, redact }: ResponsesConfig): Provider {
  const address = `${baseUrl.replace(/\/+$/, '')}/responses`;
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  };
  return {
    name,
    async send(request, { signal, readFile }) {
      const body: JsonObject = await toResponsesBody(request, readFile);
      const startedAt = performance.now();
      const answer = await httpPost(address, { headers, body: JSON.stringify(body), signal });
      const latency_s = (performance.now() - startedAt) / 1000;
      return { ...replyOf(answer, request), latency_s };
    },
  };

  function replyOf(answer: Awaited<ReturnType<typeof httpPost>>, request: ModelRequest): Omit<Reply, 'latency_s'> {
    if (answer.status >= 200 && answer.status <= 299) {
      return readResponse(parseJson(answer.text) ?? answer.text, request, redact);
    }
    const refusal = refusedPrompt(answer, request, redact);
    if (refusal) return refusal;
    throw failureOfStatus(answer, redact);
  }
}
