import { checked, keyVariable, modelIn, modelNamed } from './addresses.js';
import { chatModel } from './chat-hosts.js';
import { compact, type FoundTarget, isTemplate, type Named, trimmedText, whyUnreachable } from './target.js';

/** A server with the chat-completions protocol whose address depends on `config`. */
interface OwnAddress {
  /** Returns the address; undefined if `config` lacks a part of it. */
  readonly url: (text: (key: string) => string | undefined, model: string) => string | undefined;
  readonly read: readonly string[];
  readonly key: string;
  readonly sendsAll?: true;
}

const hosts: Readonly<Record<string, OwnAddress>> = {
  cloudera: {
    url: (text, model) =>
      text('domain') &&
      `https://${text('domain')}/namespaces/${text('namespace') ?? 'serving-default'}/endpoints/${text('endpoint') ?? model}/v1`,
    read: ['domain', 'namespace', 'endpoint'],
    key: 'CDP_TOKEN',
  },
  'cloudflare-ai': {
    url: (text) =>
      text('apiBaseUrl') ??
      (text('accountId') && `https://api.cloudflare.com/client/v4/accounts/${text('accountId')}/ai/v1`),
    read: ['apiBaseUrl', 'accountId', 'accountIdEnvar'],
    key: 'CLOUDFLARE_API_KEY',
    sendsAll: true,
  },
  databricks: {
    url: (text) => text('workspaceUrl') && `${text('workspaceUrl')?.replace(/\/+$/, '')}/serving-endpoints`,
    read: ['workspaceUrl', 'isPayPerToken'],
    key: 'DATABRICKS_TOKEN',
  },
  envoy: {
    url: (text) =>
      text('apiBaseUrl')
        ?.replace(/\/*$/, '')
        .replace(/(?:\/v1)?$/, '/v1'),
    read: ['apiBaseUrl'],
    key: 'ENVOY_API_KEY',
  },
  f5: {
    url: (text, model) => text('apiBaseUrl') && `${text('apiBaseUrl')}/${model}`,
    read: ['apiBaseUrl'],
    key: 'F5_API_KEY',
  },
  helicone: {
    url: (text) =>
      `${text('baseUrl') ?? 'http://localhost:8080'}/${text('router') === undefined ? 'ai' : `router/${text('router')}`}`,
    read: ['baseUrl', 'router'],
    key: 'HELICONE_API_KEY',
  },
  jfrog: {
    url: (text, model) => `${text('baseUrl') ?? 'https://models.qwak-prod.qwak.ai/v1'}/${model}`,
    read: ['baseUrl'],
    key: 'QWAK_TOKEN',
  },
  'mlflow-gateway': {
    url: (text) => text('gatewayUrl') && `${text('gatewayUrl')?.replace(/\/+$/, '')}/gateway/mlflow/v1`,
    read: ['gatewayUrl'],
    key: 'MLFLOW_GATEWAY_API_KEY',
  },
};

/** Returns the model of a server whose address depends on `config`; undefined for any other server. */
export function ownAddressTarget(word: string, named: Named): FoundTarget | undefined {
  const name = word === 'qwak' ? 'jfrog' : word;
  const host = Object.hasOwn(hosts, name) ? hosts[name] : undefined;
  if (!host) return undefined;
  const found = modelIn(named.rest);
  if ('unreachable' in found) return found;
  const url = host.url((key) => trimmedText(named, key), found.model);
  if (url === undefined) return whyUnreachable.no_address;
  return targetAt(named, found.model, { ...host, name, url });
}

/** The servers behind Cloudflare's gateway that speak chat completions, and their keys. */
const behindGateway: Readonly<Record<string, string>> = {
  openai: 'OPENAI_API_KEY',
  groq: 'GROQ_API_KEY',
  'perplexity-ai': 'PERPLEXITY_API_KEY',
  mistral: 'MISTRAL_API_KEY',
  grok: 'XAI_API_KEY',
};

/** Returns the model of an id that begins with `cloudflare-gateway:`. */
export function gatewayTarget(named: Named): FoundTarget {
  const [, server = '', model = ''] = /^([a-z-]+):(.*)$/.exec(named.rest) ?? [];
  const key = Object.hasOwn(behindGateway, server) ? behindGateway[server] : undefined;
  if (key === undefined) return whyUnreachable.other_api;
  if (trimmedText(named, 'cfAigToken') ?? trimmedText(named, 'cfAigTokenEnvar')) return whyUnreachable.headers;
  const found = modelNamed(model);
  if ('unreachable' in found) return found;
  const [account, gateway] = [trimmedText(named, 'accountId'), trimmedText(named, 'gatewayId')];
  if (account === undefined || gateway === undefined) return whyUnreachable.no_address;
  const url = `https://gateway.ai.cloudflare.com/v1/${account}/${gateway}/${server}`;
  const read = ['accountId', 'gatewayId', 'accountIdEnvar', 'gatewayIdEnvar'];
  return targetAt(named, found.model, { name: `cloudflare-${server}`, url, read, key });
}

/** Returns the model of an id that begins with `huggingface:chat:`. */
export function huggingfaceTarget(named: Named): FoundTarget {
  if (!/^chat:/.test(named.rest)) return whyUnreachable.no_chat;
  const found = modelIn(named.rest);
  if ('unreachable' in found) return found;
  const router = trimmedText(named, 'inferenceProvider');
  const model = router === undefined || found.model.includes(':') ? found.model : `${found.model}:${router}`;
  const written = trimmedText(named, 'apiBaseUrl') ?? trimmedText(named, 'apiEndpoint');
  const url = written?.replace(/\/chat\/completions\/?$/, '') ?? 'https://router.huggingface.co/v1';
  const read = ['apiBaseUrl', 'apiEndpoint', 'inferenceProvider'];
  return targetAt(named, model, { name: 'huggingface', url, read, key: 'HF_TOKEN' });
}

interface Place extends Pick<OwnAddress, 'read' | 'key' | 'sendsAll'> {
  readonly name: string;
  readonly url: string;
}

function targetAt(named: Named, model: string, { name, url: written, read, key: usual, sendsAll }: Place): FoundTarget {
  if (isTemplate(written)) return whyUnreachable.in_environment;
  const address = checked(written);
  if ('unreachable' in address || address.url === undefined) return whyUnreachable.bad_address;
  const key = keyVariable(named) ?? usual;
  return chatModel(
    name,
    { url: address.url, key, model },
    {
      read: [...read, ...(keyVariable(named) === undefined ? [] : ['apiKeyEnvar'])],
      ...(sendsAll && { sendsAll }),
    },
  );
}

/** Returns the model of an id that begins with `ollama:`. A completion is asked as a chat of one message. */
export function ollamaTarget(named: Named): FoundTarget {
  const isChat = /^chat:/.test(named.rest);
  const found = modelIn(named.rest.replace(/^completion:/, ''));
  if ('unreachable' in found) return found;
  const server = { url: 'http://localhost:11434/v1', key: 'OLLAMA_API_KEY', tools: false as const, model: found.model };
  return chatModel('ollama', server, {
    dialect: 'ollama',
    samplesAlways: true,
    ...(!isChat && { note: 'eva asks it as a chat of one message' }),
  });
}

/** Returns the model of an id that begins with `cohere:`, at the address where Cohere speaks the chat-completions protocol. */
export function cohereTarget(named: Named): FoundTarget {
  const found = modelIn(named.rest);
  if ('unreachable' in found) return found;
  const server = { url: 'https://api.cohere.ai/compatibility/v1', key: 'COHERE_API_KEY', model: found.model };
  return chatModel('cohere', server, {
    dialect: 'cohere',
    defaults: { temperature: 0.3, top_p: 0.75 },
    note: 'eva asks it at the address where Cohere speaks the chat-completions protocol',
  });
}

/** Returns the program that repeats the prompt. */
export function echoTarget(): FoundTarget {
  return {
    type: 'command',
    dialect: 'none',
    model: '',
    key: '',
    read: [],
    entry: { name: 'echo', config: { type: 'command', command: ['cat'] } },
  };
}

/** Returns the model of an id with the word `responses` at a server that is not OpenAI. */
export function responsesTarget(
  name: string,
  { url, key, rest }: { url: string; key: string; rest: string },
): FoundTarget {
  const found = modelNamed(rest.replace(/^responses:/, ''));
  if ('unreachable' in found) return found;
  const config = compact({ type: 'openai-responses', base_url: url, api_key_env: key });
  return {
    type: 'openai-responses',
    dialect: 'responses',
    model: found.model,
    key,
    read: ['region'],
    entry: { name: `${name}-responses`, config },
  };
}

/** Returns the model of an id that begins with `xai:`. */
export function xaiTarget(named: Named): FoundTarget {
  const region = trimmedText(named, 'region');
  const address = checked(`https://${region === undefined ? '' : `${region}.`}api.x.ai/v1`);
  if ('unreachable' in address || address.url === undefined) return whyUnreachable.bad_address;
  const key = 'XAI_API_KEY';
  if (named.rest.startsWith('responses:')) return responsesTarget('xai', { url: address.url, key, rest: named.rest });
  const found = modelIn(named.rest);
  if ('unreachable' in found) return found;
  const server = { url: address.url, key, model: found.model };
  return chatModel('xai', server, { read: ['region'], sends: ['search_parameters'], samplesAlways: true });
}

/** Returns the model of an id that begins with `meta:`. A name without an endpoint means the Responses protocol. */
export function metaTarget({ rest }: Named): FoundTarget {
  if (/^messages(:|$)/.test(rest)) return whyUnreachable.other_api;
  const key = 'MODEL_API_KEY';
  const url = 'https://api.meta.ai/v1';
  const found = modelIn(rest.replace(/^responses(:|$)/, ''), 'muse-spark-1.1');
  if ('unreachable' in found) return found;
  return /^chat(:|$)/.test(rest)
    ? chatModel('meta', { url, key, model: found.model }, {})
    : responsesTarget('meta', { url, key, rest: found.model });
}
