/** A public or local server that speaks chat completions, and the names by which people call it. */
interface KnownServer {
  /** Words before the colon, in promptfoo, LiteLLM and other tools. The first is the name of the entry. */
  readonly names: readonly [string, ...string[]];
  readonly baseUrl: string;
  readonly key: string;
  /** Models that people write without the name of the server. */
  readonly models?: RegExp;
}

/** Servers without a type of their own in eva. Their addresses are those of each server's own documentation. */
const servers: readonly KnownServer[] = [
  { names: ['ollama', 'ollama_chat'], baseUrl: 'http://localhost:11434/v1', key: 'OLLAMA_KEY', models: /^llama-?\d/ },
  {
    names: ['mistral', 'mistralai'],
    baseUrl: 'https://api.mistral.ai/v1',
    key: 'MISTRAL_API_KEY',
    models: /^(mi|mini|code)stral-/,
  },
  {
    names: ['gemini', 'google', 'googleai'],
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    key: 'GEMINI_API_KEY',
    models: /^gemini-/,
  },
  { names: ['groq'], baseUrl: 'https://api.groq.com/openai/v1', key: 'GROQ_API_KEY' },
  { names: ['deepseek'], baseUrl: 'https://api.deepseek.com', key: 'DEEPSEEK_API_KEY', models: /^deepseek-/ },
  { names: ['xai', 'grok'], baseUrl: 'https://api.x.ai/v1', key: 'XAI_API_KEY', models: /^grok-/ },
  {
    names: ['cohere'],
    baseUrl: 'https://api.cohere.ai/compatibility/v1',
    key: 'COHERE_API_KEY',
    models: /^command-[ar]/,
  },
  { names: ['openrouter'], baseUrl: 'https://openrouter.ai/api/v1', key: 'OPENROUTER_API_KEY' },
  { names: ['together', 'togetherai', 'together_ai'], baseUrl: 'https://api.together.ai/v1', key: 'TOGETHER_API_KEY' },
  { names: ['fireworks', 'fireworks_ai'], baseUrl: 'https://api.fireworks.ai/inference/v1', key: 'FIREWORKS_API_KEY' },
  { names: ['cerebras'], baseUrl: 'https://api.cerebras.ai/v1', key: 'CEREBRAS_API_KEY' },
  { names: ['huggingface', 'hf'], baseUrl: 'https://router.huggingface.co/v1', key: 'HF_TOKEN' },
  { names: ['lmstudio', 'lm_studio'], baseUrl: 'http://localhost:1234/v1', key: 'LMSTUDIO_KEY' },
  { names: ['vllm', 'hosted_vllm'], baseUrl: 'http://localhost:8000/v1', key: 'VLLM_KEY' },
  { names: ['llamafile', 'llamacpp'], baseUrl: 'http://localhost:8080/v1', key: 'LLAMA_KEY' },
  { names: ['litellm'], baseUrl: 'http://localhost:4000/v1', key: 'LITELLM_API_KEY' },
];

interface ServerEntry {
  /** The entry of `providers:` with which eva reaches the model, on one line. */
  readonly entry: string;
  readonly model: string;
}

/** Returns the entry for a model of a well-known server: `mistral:NAME`, `ollama/NAME`, `gemini-…`. Undefined for any other name. */
export function knownServer(name: string): ServerEntry | undefined {
  const [, prefix = '', rest = ''] = /^([a-z_]+)[:/](\S+)$/i.exec(name) ?? [];
  const named = servers.find(({ names }) => names.includes(prefix.toLowerCase()));
  const server = named ?? servers.find(({ models }) => models?.test(name));
  if (!server) return undefined;
  const [entryName] = server.names;
  const { baseUrl, key } = server;
  const model = named ? rest.replace(/^(chat|completion):/, '') : name;
  return {
    entry: `${entryName}: { type: openai, base_url: "${baseUrl}", api_key_env: ${key} }`,
    model: `${entryName}:${model}`,
  };
}
