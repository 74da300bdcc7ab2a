import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { failureText } from '../failure.js';
import type { Provider } from '../provider.js';
import { openChat } from './chat-completions.js';
import type { Answer } from './http-post.js';
import { asObject, parseJson } from './json-shape.js';
import type { TokenLimit } from './token-limit.js';

/** Where the deployments of a resource are. */
interface AzureServer {
  /** The address of the resource, with or without `/openai` or `/openai/v1`. */
  readonly baseUrl: string;
  /** The date of the API version: then each deployment has an address. Undefined for the v1 API, which has no versions. */
  readonly apiVersion: string | undefined;
}

export interface AzureConfig extends AzureServer {
  readonly name: string;
  readonly apiKey: string;
  readonly tokenLimit: TokenLimit;
  readonly hasEntry: boolean;
  readonly redact: (text: string) => string;
}

/** Opens the chat completions of Azure OpenAI. Each call is one attempt. The model of a request is a deployment. */
export function createAzure({ apiKey, redact, ...config }: AzureConfig): Provider {
  return openChat({
    ...config,
    redact,
    keyHeader: { 'api-key': apiKey },
    addressOf: (request) => azureAddress(config, request),
    refusalOf: (answer, request) => filteredPrompt(answer, request, redact),
  });
}

/** Returns the address for a request. */
function azureAddress({ baseUrl, apiVersion }: AzureServer, { embed, model }: ModelRequest): string {
  const resource = baseUrl.replace(/\/+$/, '').replace(/\/openai(\/v1)?$/, '');
  const path = embed ? 'embeddings' : 'chat/completions';
  if (apiVersion === undefined) return `${resource}/openai/v1/${path}`;
  const deployment = encodeURIComponent(model.replace(/[\uD800-\uDFFF]/gu, '\uFFFD')); // throws for half a character
  return `${resource}/openai/deployments/${deployment}/${path}?api-version=${apiVersion}`;
}

/**
 * Returns the reply to a prompt that the content filter of Azure rejects with status 400; undefined for any other error. The text is the
 * filter's message. No model has answered: the reply has no tokens.
 */
function filteredPrompt(
  { status, text }: Answer,
  { model }: ModelRequest,
  redact: (text: string) => string,
): Omit<Reply, 'latency_s'> | undefined {
  const body = status === 400 ? asObject(parseJson(text)) : undefined;
  const error = asObject(body?.['error']);
  const inner = asObject(error?.['innererror'] ?? error?.['inner_error'] ?? body?.['innererror']);
  if (error?.['code'] !== 'content_filter' && inner?.['code'] !== 'ResponsibleAIPolicyViolation') return undefined;
  const message = error?.['message'];
  return {
    text: typeof message === 'string' ? failureText(redact(message)) : '',
    stop: 'refusal',
    usage: { input_tokens: 0, output_tokens: 0 },
    model,
  };
}
