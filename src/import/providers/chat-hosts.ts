import type { JsonObject } from '#model/data/json.js';
import { addressKeys, addressOf, isReasoningModel, keyVariable, modelIn } from './addresses.js';
import { compact, type FoundTarget, type Named, type Target } from './target.js';

/** A server with the chat-completions protocol and an address that promptfoo knows. */
interface ChatHost {
  /** The words before the first colon of an id. The first is the name of the entry in eva.yml. */
  readonly names: readonly [string, ...string[]];
  readonly baseUrl: string;
  /** The environment variable with the key. */
  readonly key: string;
  /** The model of an id without one. */
  readonly model?: string;
  /** True if promptfoo ignores `apiBaseUrl`. */
  readonly isFixed?: true;
  /** True if the server may not obey a forced choice of a tool. */
  readonly mayIgnoreChoice?: true;
  readonly sendsAll?: true;
  readonly sends?: readonly string[];
  readonly ignores?: readonly string[];
  readonly samplesAlways?: true;
  readonly defaults?: JsonObject;
}

/** In the order of their names. Addresses and variables are those that promptfoo uses, so that a library asks the same servers. */
export const chatHosts: readonly ChatHost[] = [
  { names: ['abliteration'], baseUrl: 'https://api.abliteration.ai/v1', key: 'ABLIT_KEY' },
  { names: ['ai21'], baseUrl: 'https://api.ai21.com/studio/v1', key: 'AI21_API_KEY' },
  { names: ['aimlapi'], baseUrl: 'https://api.aimlapi.com/v1', key: 'AIML_API_KEY', isFixed: true },
  {
    names: ['alibaba', 'alicloud', 'aliyun', 'dashscope'],
    baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    key: 'DASHSCOPE_API_KEY',
  },
  { names: ['atlascloud'], baseUrl: 'https://api.atlascloud.ai/v1', key: 'ATLASCLOUD_API_KEY' },
  {
    names: ['cerebras'],
    baseUrl: 'https://api.cerebras.ai/v1',
    key: 'CEREBRAS_API_KEY',
    isFixed: true,
    sendsAll: true,
  },
  { names: ['cometapi'], baseUrl: 'https://api.cometapi.com/v1', key: 'COMETAPI_KEY', isFixed: true },
  {
    names: ['deepseek'],
    baseUrl: 'https://api.deepseek.com/v1',
    key: 'DEEPSEEK_API_KEY',
    model: 'deepseek-chat',
    isFixed: true,
  },
  {
    names: ['docker'],
    baseUrl: 'http://localhost:12434/engines/v1',
    key: 'DOCKER_MODEL_RUNNER_API_KEY',
    isFixed: true,
    mayIgnoreChoice: true,
  },
  { names: ['fireworks'], baseUrl: 'https://api.fireworks.ai/inference/v1', key: 'FIREWORKS_API_KEY' },
  {
    names: ['github'],
    baseUrl: 'https://models.github.ai/inference',
    key: 'GITHUB_TOKEN',
    model: 'openai/gpt-5',
    isFixed: true,
  },
  {
    names: ['groq'],
    baseUrl: 'https://api.groq.com/openai/v1',
    key: 'GROQ_API_KEY',
    isFixed: true,
    samplesAlways: true,
    sends: ['reasoning_format', 'include_reasoning', 'compound_custom'],
  },
  { names: ['hyperbolic'], baseUrl: 'https://api.hyperbolic.xyz/v1', key: 'HYPERBOLIC_API_KEY', isFixed: true },
  { names: ['litellm'], baseUrl: 'http://localhost:4000', key: 'LITELLM_API_KEY' },
  { names: ['llamaapi'], baseUrl: 'https://api.llama.com/compat/v1', key: 'LLAMA_API_KEY', isFixed: true },
  { names: ['llamafile'], baseUrl: 'http://localhost:8080/v1', key: 'LLAMAFILE_API_KEY', mayIgnoreChoice: true },
  { names: ['localai'], baseUrl: 'http://localhost:8080/v1', key: 'LOCALAI_API_KEY', mayIgnoreChoice: true },
  { names: ['minimax'], baseUrl: 'https://api.minimax.io/v1', key: 'MINIMAX_API_KEY', model: 'MiniMax-M3' },
  {
    names: ['mistral'],
    baseUrl: 'https://api.mistral.ai/v1',
    key: 'MISTRAL_API_KEY',
    sends: ['guardrails', 'parallel_tool_calls', 'prediction', 'prompt_mode', 'random_seed', 'safe_prompt'],
    ignores: ['function_call', 'functions', 'logit_bias', 'seed', 'service_tier', 'user'],
    samplesAlways: true,
    defaults: { max_tokens: 1024 },
  },
  { names: ['moonshot'], baseUrl: 'https://api.moonshot.ai/v1', key: 'MOONSHOT_API_KEY', model: 'kimi-k3' },
  { names: ['novita'], baseUrl: 'https://api.novita.ai/openai/v1', key: 'NOVITA_API_KEY' },
  {
    names: ['nscale'],
    baseUrl: 'https://inference.api.nscale.com/v1',
    key: 'NSCALE_SERVICE_TOKEN',
    isFixed: true,
    sendsAll: true,
  },
  { names: ['nvidia'], baseUrl: 'https://integrate.api.nvidia.com/v1', key: 'NVIDIA_API_KEY' },
  {
    names: ['openrouter'],
    baseUrl: 'https://openrouter.ai/api/v1',
    key: 'OPENROUTER_API_KEY',
    sends: ['models', 'provider', 'route', 'transforms'],
  },
  {
    names: ['orcarouter'],
    baseUrl: 'https://api.orcarouter.ai/v1',
    key: 'ORCAROUTER_API_KEY',
    sends: ['models', 'route'],
  },
  {
    names: ['perplexity'],
    baseUrl: 'https://api.perplexity.ai',
    key: 'PERPLEXITY_API_KEY',
    model: 'sonar',
    isFixed: true,
    mayIgnoreChoice: true,
  },
  {
    names: ['togetherai', 'together'],
    baseUrl: 'https://api.together.xyz/v1',
    key: 'TOGETHER_API_KEY',
    isFixed: true,
    sendsAll: true,
  },
  { names: ['truefoundry'], baseUrl: 'https://llm-gateway.truefoundry.com', key: 'TRUEFOUNDRY_API_KEY' },
  { names: ['vllm'], baseUrl: 'http://localhost:8000/v1', key: 'VLLM_API_KEY', mayIgnoreChoice: true },
];

/** Returns the server of a word before the first colon of an id; undefined for any other word. */
export function chatHost(word: string): ChatHost | undefined {
  return chatHosts.find(({ names }) => names.includes(word));
}

/** Returns the model of a server with the chat-completions protocol. */
export function chatTarget(host: ChatHost, named: Named): FoundTarget {
  const found = modelIn(named.rest, host.model);
  if ('unreachable' in found) return found;
  const address = host.isFixed ? { url: undefined } : addressOf(named, '/v1');
  if ('unreachable' in address) return address;
  const { url = host.baseUrl } = address;
  const own = host.isFixed ? undefined : keyVariable(named, address.url);
  const tools = host.mayIgnoreChoice ? (false as const) : undefined;
  const server = { url, key: own ?? host.key, tools, model: found.model };
  return chatModel(host.names[0], server, {
    read: host.isFixed ? [] : addressKeys(named),
    ...(host.sendsAll ? { sendsAll: true } : { ignoresOthers: true }),
    ...(host.sends && { sends: host.sends }),
    ...(host.ignores && { ignores: host.ignores }),
    ...(host.samplesAlways && { samplesAlways: true }),
    ...(host.defaults && { defaults: host.defaults }),
  });
}

interface ChatServer {
  readonly url: string;
  readonly key?: string | undefined;
  readonly tools?: false | undefined;
  readonly model: string;
}

/** Returns a model at a server with the chat-completions protocol. */
export function chatModel(name: string, server: ChatServer & { readonly key: string }, rest: Partial<Target>): Target {
  const { model, key } = server;
  return { type: 'openai', dialect: 'chat', model, key, read: [], entry: chatEntry(name, server), ...rest };
}

/** Makes the entry of a server with the chat-completions protocol. Models of OpenAI that reason take no `max_tokens`. */
export function chatEntry(name: string, { url, key, tools, model }: ChatServer) {
  const config = compact({
    type: 'openai',
    base_url: url,
    api_key_env: key,
    tools,
    max_tokens_as: isReasoningModel(model) ? 'max_completion_tokens' : undefined,
  });
  return { name, config };
}
