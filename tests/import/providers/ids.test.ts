import assert from 'node:assert/strict';
import test from 'node:test';
import { parse } from 'yaml';
import { readModels } from '#import/providers/read-models.js';
import type { JsonObject } from '#model/data/json.js';
import { contextOf, nodeFor } from '../../support/config-files.js';

/** Returns the model and the entry of a provider, or why there is none. */
function outcomeOf(id: string, config?: JsonObject): string {
  const context = contextOf();
  const [model] = readModels([nodeFor(config ? { id, config } : id)], context);
  if (!model) return context.ledger.all()[0]?.reason ?? 'lost';
  return model.entry ? `${model.model} ${JSON.stringify(model.entry.config)}` : model.model;
}

const otherApi = 'eva does not speak the protocol of its server';

const noChat = 'its endpoint makes no chat replies';

const tools = 'its tools are run by the provider, by a server of tools or by callbacks';

const code = 'it is code, which an import does not run';

const http = 'it calls an address with requests of its own form';

const agent = 'it is an agent with tools of its own';

const hidden = 'a part of its name or address is in an environment variable, which an import does not read';

const badName = 'its name has no model that eva can name';

const unknown = 'eva does not know this provider';

const noAddress = 'its address is not in the configuration';

const chat = (base_url: string, api_key_env: string, more = '') =>
  `{"type":"openai","base_url":"${base_url}","api_key_env":"${api_key_env}"${more}}`;

const completions = ',"max_tokens_as":"max_completion_tokens"';

/** Returns the cells of a table, whose rows are lines with " | " between cells. */
function cellsOf(table: string): readonly (readonly string[])[] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split(' | '));
}

/** The id of a provider, and the model and the entry that it becomes, or why it is none. */
const ids = cellsOf(`
openai:gpt-4o | openai:gpt-4o
openai:gpt-4o-mini | openai:gpt-4o-mini
openai:chat:gpt-4.1 | openai:gpt-4.1
openai:chat | openai:gpt-4.1-2025-04-14
openai:chat:ft:gpt-4o-mini:acme::abc | openai:ft:gpt-4o-mini:acme::abc
openai:gpt-5 | openai:gpt-5
openai:o3-mini | openai:o3-mini
openai:my-own-name | openai:my-own-name
openai:responses:gpt-5 | openai-responses:gpt-5
openai:responses | openai-responses:gpt-4.1-2025-04-14
openai:o1-pro | openai-responses:o1-pro
openai:gpt-5-codex | openai-responses:gpt-5-codex
openai:gpt-5.6-sol | openai-responses:gpt-5.6-sol
openai:chat:gpt-5.6-sol | openai:gpt-5.6-sol
openai:gpt-3.5-turbo-instruct | ${noChat}
openai:davinci-002 | ${noChat}
openai:completion:davinci-002 | ${noChat}
openai:embedding:text-embedding-3-small | ${noChat}
openai:embeddings:text-embedding-3-small | ${noChat}
openai:image:dall-e-3 | ${noChat}
openai:video:sora-2 | ${noChat}
openai:moderation:omni-moderation-latest | ${noChat}
openai:realtime:gpt-realtime | ${noChat}
openai:tts-1 | ${noChat}
openai:gpt-realtime-mini | ${noChat}
openai:chat:gpt-4o-audio-preview | ${noChat}
openai:transcription:whisper-1 | ${noChat}
openai:responses:o3-deep-research | ${tools}
openai:computer-use-preview | ${tools}
openai:assistant:asst_1 | ${agent}
openai:agents:support | ${agent}
openai:chatkit:wf_1 | ${agent}
openai:codex-sdk | ${agent}
openai:chat:{{env.MODEL}} | ${hidden}
openai:chat:two words | ${badName}
anthropic:messages:claude-sonnet-4-5 | claude-sonnet-4-5
anthropic:claude-3-5-haiku-20241022 | claude-3-5-haiku-20241022
anthropic:messages:own-name | anthropic:own-name
anthropic:claude-2.1 | ${noChat}
anthropic:completion:claude-instant-1.2 | ${noChat}
anthropic:claude-agent-sdk | ${agent}
anthropic:claude-code | ${agent}
anthropic:messages | ${badName}
bedrock:anthropic.claude-3-5-sonnet-20241022-v2:0 | bedrock:anthropic.claude-3-5-sonnet-20241022-v2:0
bedrock:us.anthropic.claude-sonnet-4-20250514-v1:0 | bedrock:us.anthropic.claude-sonnet-4-20250514-v1:0
bedrock:converse:global.anthropic.claude-opus-4-6-v1 | bedrock:global.anthropic.claude-opus-4-6-v1
bedrock:messages:anthropic.claude-fable-5 | bedrock:anthropic.claude-fable-5
bedrock:anthropic.claude-v2:1 | ${noChat}
bedrock:amazon.nova-lite-v1:0 | ${otherApi}
bedrock:meta.llama3-1-8b-instruct-v1:0 | ${otherApi}
bedrock:embeddings:amazon.titan-embed-text-v2:0 | ${noChat}
bedrock:kb:ABC | ${agent}
bedrock-agent:ABC | ${agent}
vertex:claude-sonnet-4-5@20250929 | vertex:claude-sonnet-4-5@20250929
vertex:chat:claude-opus-4-6 | vertex:claude-opus-4-6
vertex:gemini-2.5-pro | ${otherApi}
vertex:embedding:gemini-embedding-001 | ${noChat}
azure:chat:my-gpt | azure:my-gpt
azureopenai:chat:my-gpt | azure:my-gpt
azure:my-gpt | azure:my-gpt
azure:responses:my-gpt | ${noAddress}
azure:assistant:asst_1 | ${agent}
azure:foundry-agent:a | ${agent}
azure:completion:my-gpt | ${noChat}
azure:embedding:ada | ${noChat}
azure:image:picture | ${noChat}
azure:moderation | ${noChat}
google:gemini-2.5-flash | google:gemini-2.5-flash ${chat('https://generativelanguage.googleapis.com/v1beta/openai', 'GOOGLE_API_KEY')}
google:gemini-2.5-flash-image | ${noChat}
google:live:gemini-2.0-flash | ${noChat}
google:image:imagen-4 | ${noChat}
palm:chat-bison | ${otherApi}
echo | command:echo {"type":"command","command":["cat"]}
openrouter:meta-llama/llama-3.3-70b-instruct:free | openrouter:meta-llama/llama-3.3-70b-instruct:free ${chat('https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY')}
openrouter:openai/gpt-5 | openrouter:openai/gpt-5 ${chat('https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY', completions)}
groq:llama-3.3-70b-versatile | groq:llama-3.3-70b-versatile ${chat('https://api.groq.com/openai/v1', 'GROQ_API_KEY')}
groq:responses:openai/gpt-oss-20b | groq-responses:openai/gpt-oss-20b {"type":"openai-responses","base_url":"https://api.groq.com/openai/v1","api_key_env":"GROQ_API_KEY"}
deepseek:deepseek-chat | deepseek:deepseek-chat ${chat('https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY')}
deepseek: | deepseek:deepseek-chat ${chat('https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY')}
mistral:mistral-large-latest | mistral:mistral-large-latest ${chat('https://api.mistral.ai/v1', 'MISTRAL_API_KEY')}
mistral:embedding:mistral-embed | ${noChat}
togetherai:chat:Qwen/Qwen3-8B | togetherai:Qwen/Qwen3-8B ${chat('https://api.together.xyz/v1', 'TOGETHER_API_KEY')}
togetherai:Qwen/Qwen3-8B | togetherai:Qwen/Qwen3-8B ${chat('https://api.together.xyz/v1', 'TOGETHER_API_KEY')}
togetherai:completion:x | ${noChat}
fireworks:accounts/fireworks/models/llama-v3p1-8b-instruct | fireworks:accounts/fireworks/models/llama-v3p1-8b-instruct ${chat('https://api.fireworks.ai/inference/v1', 'FIREWORKS_API_KEY')}
xai:grok-3 | xai:grok-3 ${chat('https://api.x.ai/v1', 'XAI_API_KEY')}
xai:image:grok-2-image | ${noChat}
xai:voice:x | ${noChat}
xai:responses:grok-4 | xai-responses:grok-4 {"type":"openai-responses","base_url":"https://api.x.ai/v1","api_key_env":"XAI_API_KEY"}
perplexity:sonar-pro | perplexity:sonar-pro ${chat('https://api.perplexity.ai', 'PERPLEXITY_API_KEY').replace('}', ',"tools":false}')}
cerebras:llama3.1-8b | cerebras:llama3.1-8b ${chat('https://api.cerebras.ai/v1', 'CEREBRAS_API_KEY')}
hyperbolic:deepseek-ai/DeepSeek-R1 | hyperbolic:deepseek-ai/DeepSeek-R1 ${chat('https://api.hyperbolic.xyz/v1', 'HYPERBOLIC_API_KEY')}
hyperbolic:image:SDXL | ${noChat}
hyperbolic:audio:melo | ${noChat}
cohere:command-r-plus | cohere:command-r-plus ${chat('https://api.cohere.ai/compatibility/v1', 'COHERE_API_KEY')}
cohere:embedding:embed-english-v3.0 | ${noChat}
ollama:chat:llama3.3:8b | ollama:llama3.3:8b ${chat('http://localhost:11434/v1', 'OLLAMA_API_KEY', ',"tools":false')}
ollama:completion:llama3.3 | ollama:llama3.3 ${chat('http://localhost:11434/v1', 'OLLAMA_API_KEY', ',"tools":false')}
ollama:llama3.3:8b | ollama:llama3.3:8b ${chat('http://localhost:11434/v1', 'OLLAMA_API_KEY', ',"tools":false')}
ollama:embeddings:nomic | ${noChat}
localai:chat:lunademo | localai:lunademo ${chat('http://localhost:8080/v1', 'LOCALAI_API_KEY', ',"tools":false')}
localai:lunademo | localai:lunademo ${chat('http://localhost:8080/v1', 'LOCALAI_API_KEY', ',"tools":false')}
localai:completion:lunademo | ${noChat}
llamafile:LLaMA_CPP | llamafile:LLaMA_CPP ${chat('http://localhost:8080/v1', 'LLAMAFILE_API_KEY', ',"tools":false')}
vllm:mistralai/Mistral-7B | vllm:mistralai/Mistral-7B ${chat('http://localhost:8000/v1', 'VLLM_API_KEY', ',"tools":false')}
litellm:gpt-4o | litellm:gpt-4o ${chat('http://localhost:4000', 'LITELLM_API_KEY')}
litellm:chat:gpt-4o | litellm:gpt-4o ${chat('http://localhost:4000', 'LITELLM_API_KEY')}
litellm:embedding:ada | ${noChat}
github:openai/gpt-4o | github:openai/gpt-4o ${chat('https://models.github.ai/inference', 'GITHUB_TOKEN')}
github: | github:openai/gpt-5 ${chat('https://models.github.ai/inference', 'GITHUB_TOKEN', completions)}
nvidia:meta/llama-3.1-8b-instruct | nvidia:meta/llama-3.1-8b-instruct ${chat('https://integrate.api.nvidia.com/v1', 'NVIDIA_API_KEY')}
moonshot:kimi-k2 | moonshot:kimi-k2 ${chat('https://api.moonshot.ai/v1', 'MOONSHOT_API_KEY')}
minimax:MiniMax-M2 | minimax:MiniMax-M2 ${chat('https://api.minimax.io/v1', 'MINIMAX_API_KEY')}
novita:chat:qwen/qwen3 | novita:qwen/qwen3 ${chat('https://api.novita.ai/openai/v1', 'NOVITA_API_KEY')}
nscale:openai/gpt-oss-20b | nscale:openai/gpt-oss-20b ${chat('https://inference.api.nscale.com/v1', 'NSCALE_SERVICE_TOKEN')}
nscale:image:flux | ${noChat}
alibaba:qwen-max | alibaba:qwen-max ${chat('https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'DASHSCOPE_API_KEY')}
dashscope:qwen-max | alibaba:qwen-max ${chat('https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'DASHSCOPE_API_KEY')}
aimlapi:chat:gpt-4o | aimlapi:gpt-4o ${chat('https://api.aimlapi.com/v1', 'AIML_API_KEY')}
cometapi:chat:gpt-4o | cometapi:gpt-4o ${chat('https://api.cometapi.com/v1', 'COMETAPI_KEY')}
cometapi:image:dall-e-3 | ${noChat}
ai21:jamba-mini | ai21:jamba-mini ${chat('https://api.ai21.com/studio/v1', 'AI21_API_KEY')}
llamaapi:Llama-4-Scout | llamaapi:Llama-4-Scout ${chat('https://api.llama.com/compat/v1', 'LLAMA_API_KEY')}
abliteration:chat:m | abliteration:m ${chat('https://api.abliteration.ai/v1', 'ABLIT_KEY')}
atlascloud:deepseek-ai/x | atlascloud:deepseek-ai/x ${chat('https://api.atlascloud.ai/v1', 'ATLASCLOUD_API_KEY')}
orcarouter:openai/gpt-4o | orcarouter:openai/gpt-4o ${chat('https://api.orcarouter.ai/v1', 'ORCAROUTER_API_KEY')}
truefoundry:main/gpt-4o | truefoundry:main/gpt-4o ${chat('https://llm-gateway.truefoundry.com', 'TRUEFOUNDRY_API_KEY')}
docker:ai/gemma3 | docker:ai/gemma3 ${chat('http://localhost:12434/engines/v1', 'DOCKER_MODEL_RUNNER_API_KEY', ',"tools":false')}
huggingface:chat:org/model | huggingface:org/model ${chat('https://router.huggingface.co/v1', 'HF_TOKEN')}
huggingface:text-generation:gpt2 | ${noChat}
hf:text-classification:x | ${noChat}
meta:chat:muse-spark-1.1 | meta:muse-spark-1.1 ${chat('https://api.meta.ai/v1', 'MODEL_API_KEY')}
meta:muse-spark-1.1 | meta-responses:muse-spark-1.1 {"type":"openai-responses","base_url":"https://api.meta.ai/v1","api_key_env":"MODEL_API_KEY"}
meta:messages:muse-spark-1.1 | ${otherApi}
helicone:openai/gpt-4o | helicone:openai/gpt-4o ${chat('http://localhost:8080/ai', 'HELICONE_API_KEY')}
jfrog:my-model | jfrog:my-model ${chat('https://models.qwak-prod.qwak.ai/v1/my-model', 'QWAK_TOKEN')}
databricks:dbrx | ${noAddress}
cloudera:llama | ${noAddress}
envoy:m | ${noAddress}
mlflow-gateway:m | ${noAddress}
cloudflare-ai:chat:@cf/meta/llama | ${noAddress}
cloudflare-gateway:openai:gpt-4o | ${noAddress}
cloudflare-gateway:anthropic:claude-sonnet-4-5 | ${otherApi}
portkey:gpt-4o | its server needs headers of its own, which eva does not send
replicate:meta/llama | ${otherApi}
snowflake:mistral-large2 | ${otherApi}
vercel:openai/gpt-4o | ${otherApi}
watsonx:ibm/granite | ${otherApi}
sagemaker:openai:my-endpoint | ${otherApi}
transformers:text-generation:x | ${otherApi}
llama:7b | ${noChat}
voyage:voyage-3 | ${noChat}
fal:image:flux | ${noChat}
elevenlabs:tts:x | ${noChat}
python:provider.py | ${code}
exec:node run.js | ${code}
golang:provider.go | ${code}
ruby:provider.rb | ${code}
file://provider.js | ${code}
file://provider.py:call | ${code}
provider.mjs | ${code}
./lib/provider.ts | ${code}
package:@acme/provider:Provider | ${code}
http://localhost:3000/chat | ${http}
https | ${http}
webhook:https://example.com | ${http}
websocket | ${http}
wss://example.com | ${http}
n8n:https://example.com/hook | ${http}
browser | ${http}
a2a:https://example.com | ${http}
mcp | ${agent}
opencode | ${agent}
promptfoo:simulated-user | it exists only inside promptfoo
promptfoo:redteam:crescendo | it exists only inside promptfoo
{{env.PROVIDER}} | ${hidden}
nobody:model | ${unknown}
constructor:model | ${unknown}
gpt-4o | ${unknown}
`);

test('each id becomes the model that it means, or says why not', () => {
  assert.deepEqual(
    ids.map(([id = '']) => [id, outcomeOf(id)]),
    ids,
  );
});

/** The id of a provider, its config, and what it becomes. */
const configured = cellsOf(`
openai:chat | { model: gpt-4o } | openai:gpt-4o
openai:gpt-4o | { apiBaseUrl: "https://llm.example.com/v1/" } | llm.example.com:gpt-4o {"type":"openai","base_url":"https://llm.example.com/v1"}
openai:chat:gpt-5 | { apiBaseUrl: "http://localhost:1234/v1", apiKeyEnvar: LOCAL_KEY } | localhost-1234:gpt-5 {"type":"openai","base_url":"http://localhost:1234/v1","api_key_env":"LOCAL_KEY","max_tokens_as":"max_completion_tokens"}
openai:gpt-4o | { apiHost: llm.example.com } | llm.example.com:gpt-4o {"type":"openai","base_url":"https://llm.example.com/v1"}
openai:gpt-4o | { apiBaseUrl: "https://api.openai.com/v1" } | openai:gpt-4o
openai:gpt-4o | { apiKeyEnvar: TEAM_KEY } | openai-team-key:gpt-4o {"type":"openai","api_key_env":"TEAM_KEY"}
openai:gpt-4o | { apiHost: llm.example.com, apiKey: sk-1 } | llm.example.com:gpt-4o {"type":"openai","base_url":"https://llm.example.com/v1","api_key_env":"LLM_EXAMPLE_COM_API_KEY"}
anthropic:messages:claude-opus-4-7 | { apiBaseUrl: "http://127.0.0.1:1234", apiKey: sk-1 } | anthropic-127.0.0.1-1234:claude-opus-4-7 {"type":"anthropic","base_url":"http://127.0.0.1:1234","api_key_env":"HOST_127_0_0_1_1234_API_KEY"}
openai:gpt-4o | { apiHost: llm.example.com, apiKey: "{{ env.ACME_KEY }}" } | llm.example.com:gpt-4o {"type":"openai","base_url":"https://llm.example.com/v1","api_key_env":"ACME_KEY"}
openai:gpt-4o | { apiBaseUrl: "https://api.openai.com/v1", apiKey: sk-1 } | openai:gpt-4o
openai:gpt-4o | { apiBaseUrl: "{{env.BASE}}" } | ${hidden}
openai:gpt-4o | { apiBaseUrl: "https://me:secret@llm.example.com" } | its address is none that eva can use
openai:responses:gpt-5 | { apiBaseUrl: "https://llm.example.com/v1" } | openai-responses-llm.example.com:gpt-5 {"type":"openai-responses","base_url":"https://llm.example.com/v1"}
anthropic:messages:claude-sonnet-4-5 | { apiBaseUrl: "https://llm.example.com" } | anthropic-llm.example.com:claude-sonnet-4-5 {"type":"anthropic","base_url":"https://llm.example.com"}
bedrock:anthropic.claude-fable-5 | { region: eu-west-1 } | bedrock-eu-west-1:anthropic.claude-fable-5 {"type":"bedrock","region":"eu-west-1"}
bedrock:arn:aws:bedrock:us-east-1:1:inference-profile/x | { inferenceModelType: claude } | bedrock:arn:aws:bedrock:us-east-1:1:inference-profile/x
vertex:claude-sonnet-4-5@20250929 | { region: us-east5, projectId: my-project } | vertex-us-east5:claude-sonnet-4-5@20250929 {"type":"vertex","region":"us-east5","project":"my-project"}
azure:chat:my-gpt | { apiHost: acme.openai.azure.com, apiVersion: "2024-10-21" } | azure-acme:my-gpt {"type":"azure","base_url":"https://acme.openai.azure.com","api_version":"2024-10-21"}
azure:responses:my-gpt | { apiHost: "https://acme.openai.azure.com/", apiVersion: preview } | azure-responses-acme:my-gpt {"type":"openai-responses","base_url":"https://acme.openai.azure.com/openai/v1","api_key_env":"AZURE_OPENAI_API_KEY"}
openrouter:m | { apiKeyEnvar: MY_KEY } | openrouter:m ${chat('https://openrouter.ai/api/v1', 'MY_KEY')}
deepseek:m | { apiBaseUrl: "https://other.example.com" } | deepseek:m ${chat('https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY')}
xai:grok-3 | { region: us-west-1 } | xai:grok-3 ${chat('https://us-west-1.api.x.ai/v1', 'XAI_API_KEY')}
databricks:m | { workspaceUrl: "https://w.example.com/" } | databricks:m ${chat('https://w.example.com/serving-endpoints', 'DATABRICKS_TOKEN')}
envoy:m | { apiBaseUrl: "https://e.example.com/v1/" } | envoy:m ${chat('https://e.example.com/v1', 'ENVOY_API_KEY')}
envoy:m | { apiBaseUrl: "https://e.example.com" } | envoy:m ${chat('https://e.example.com/v1', 'ENVOY_API_KEY')}
cloudflare-ai:chat:@cf/meta/llama | { accountId: abc } | cloudflare-ai:@cf/meta/llama ${chat('https://api.cloudflare.com/client/v4/accounts/abc/ai/v1', 'CLOUDFLARE_API_KEY')}
cloudflare-gateway:groq:m | { accountId: a, gatewayId: g } | cloudflare-groq:m ${chat('https://gateway.ai.cloudflare.com/v1/a/g/groq', 'GROQ_API_KEY')}
huggingface:chat:m | { inferenceProvider: sambanova } | huggingface:m:sambanova ${chat('https://router.huggingface.co/v1', 'HF_TOKEN')}
mlflow-gateway:m | { gatewayUrl: "http://localhost:5000" } | mlflow-gateway:m ${chat('http://localhost:5000/gateway/mlflow/v1', 'MLFLOW_GATEWAY_API_KEY')}
`);

test('the config of a provider decides its address, its key and its place', () => {
  assert.deepEqual(
    configured.map(([id = '', config = '']) => [id, outcomeOf(id, parse(config))]),
    configured.map(([id, , outcome]) => [id, outcome]),
  );
});
