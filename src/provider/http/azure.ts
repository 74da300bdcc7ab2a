import type { ModelRequest } from '#model/reply/exchange.js';
import type { Provider } from '../provider.js';
import { openChat } from './chat-completions.js';
import type { TokenLimit } from './token-limit.js';

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
export function createAzure({ apiKey, ...config }: AzureConfig): Provider {
  return openChat({
    ...config,
    keyHeader: { 'api-key': apiKey },
    addressOf: (request) => azureAddress(config, request),
  });
}

function azureAddress({ baseUrl, apiVersion }: AzureServer, { embed, model }: ModelRequest): string {
  const resource = baseUrl.replace(/\/+$/, '').replace(/\/openai(\/v1)?$/, '');
  const path = embed ? 'embeddings' : 'chat/completions';
  if (apiVersion === undefined) return `${resource}/openai/v1/${path}`;
  const deployment = encodeURIComponent(model.replace(/[\uD800-\uDFFF]/gu, '\uFFFD')); // throws for half a character
  return `${resource}/openai/deployments/${deployment}/${path}?api-version=${apiVersion}`;
}
