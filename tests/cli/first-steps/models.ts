import { edit, type FirstStep, greeter, greeting, instead, slip, twice, typed } from './fixture.js';

function model(name: string) {
  return instead('openai:gpt-6-luna', name);
}

/** A model of another server: the entry that the message tells goes into eva.yml, which is trusted before anything is sent there. */
function server(mistake: string, name: string, entry: string, renamed?: string): FirstStep {
  const rename = renamed === undefined ? [] : [edit(`model: ${name}`, `model: ${renamed}`)];
  const first = slip(mistake, model(name), { create: 'eva.yml', write: `providers: { ${entry} }\n` }, ...rename);
  return typed('eva doctor', twice(first, { type: 'eva trust', answer: 'y' }));
}

/** Names of models. */
export const modelNames: readonly FirstStep[] = [
  slip('gpt4', model('gpt4'), edit('gpt4', 'openai:gpt-4')),
  slip('a model of OpenAI without its provider', model('gpt-5-mini'), edit('gpt-5-mini', 'openai:gpt-5-mini')),
  slip('capital letters', model('Claude-Sonnet-5-5'), edit('Claude-Sonnet-5-5', 'claude-sonnet-5-5')),
  slip('a family alone', model('opus'), edit('opus', 'claude-opus-5-5')),
  slip('a provider alone', model('openai'), edit('model: openai', 'model: openai:gpt-6-luna', 'openai:gpt-6-luna')),
  typed('eva doctor', slip('the program alone', model('claude-cli'), edit('claude-cli', 'claude-cli:opus'))),
  slip('a misspelt provider', model('open-ai:gpt-6-luna'), edit('open-ai:gpt-6-luna', 'openai:gpt-6-luna')),
  slip(
    'an endpoint as in promptfoo',
    model('openai:chat:gpt-6-luna'),
    edit('openai:chat:gpt-6-luna', 'openai:gpt-6-luna'),
  ),
  slip('a space after the colon', model('openai: gpt-6-luna'), edit('openai: gpt-6-luna', 'openai:gpt-6-luna')),
  slip(
    'no model at all',
    greeter({ 'eval.yml': greeting.slice(greeting.indexOf('cases')) }),
    edit('cases:', 'defaults: { model: claude-opus-4-7 }\ncases:', 'defaults: { model: claude-opus-4-7 }'),
  ),
  server(
    'Ollama',
    'ollama:llama3',
    'ollama: { type: openai, base_url: "http://localhost:11434/v1", api_key_env: OLLAMA_KEY }',
  ),
  server(
    'Mistral',
    'mistral-large-latest',
    'mistral: { type: openai, base_url: "https://api.mistral.ai/v1", api_key_env: MISTRAL_API_KEY }',
    'mistral:mistral-large-latest',
  ),
  server(
    'Gemini',
    'gemini-2.5-pro',
    'gemini: { type: openai, base_url: "https://generativelanguage.googleapis.com/v1beta/openai", api_key_env: GEMINI_API_KEY }',
    'gemini:gemini-2.5-pro',
  ),
];
