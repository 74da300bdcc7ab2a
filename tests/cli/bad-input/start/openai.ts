import { type BadInput, bad, configFile, evalFile, goodCase } from '../fixture.js';

const key = { AZURE_OPENAI_API_KEY: 'azure-key' };
const base = 'https://contoso.openai.azure.com';

/** Returns eva.yml with an entry of type azure. */
const entry = (text: string) => configFile('providers:', `  azure: { type: azure, ${text} }`);
const address = (path: string) => entry(`base_url: "${path}"`);
const model = (name: string) => evalFile(`defaults:\n  model: "${name}"\n${goodCase}`);
/** Returns an eval.yml with a setting of a model of the Responses protocol, and a rubric if the judge has to answer. */
function withSettings(setting: string, rubric?: string) {
  const judged = rubric === undefined ? '' : `    ${rubric}\n`;
  return evalFile(`defaults:\n  model: "openai-responses:gpt-5"\n  ${setting}\n${goodCase}${judged}`);
}

const withEnv = (mistake: string, env: Readonly<Record<string, string>>): BadInput => ({
  ...bad(mistake, model('azure:my-gpt-5'), ['eval', 'diff']),
  env: { ...key, ...env },
});

const paths: Readonly<Record<string, string>> = {
  openai: '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  anthropic: '/v1/messages',
};

export const openaiServers = [
  bad(
    'the target URI of a deployment, as the portal shows it',
    address(`${base}/openai/deployments/my-gpt-5/chat/completions?api-version=2024-10-21`),
  ),
  bad('the address of chat completions', address(`${base}/openai/v1/chat/completions`)),
  bad('an address with a version', address(`${base}/openai/v1?api-version=preview`)),
  bad('an address with a place for the name', address('https://<resource>.openai.azure.com')),
  bad('a dated version at the v1 API', entry(`base_url: "${base}/openai/v1", api_version: "2024-10-21"`)),
  bad('a version at another type', configFile('providers:', '  gate: { type: openai, api_version: "2024-10-21" }')),
  bad(
    'max_tokens_as at another type',
    configFile('providers:', '  gate: { type: anthropic, max_tokens_as: max_tokens }'),
  ),
  ...['openai', 'openai-responses', 'anthropic'].map((type) =>
    bad(
      `the address of a request in an entry of type ${type}`,
      configFile('providers:', `  gate: { type: ${type}, base_url: "https://llm.example.com${paths[type]}" }`),
    ),
  ),
  ...['openai:gpt-5', 'openai-responses:gpt-5'].map(
    (name): BadInput => ({
      ...bad(`the address of a request in the environment of ${name}`, model(name), ['eval', 'diff']),
      env: { OPENAI_API_KEY: 'a-key', OPENAI_BASE_URL: 'https://llm.example.com/v1/chat/completions' },
    }),
  ),
  bad('a limit below 16', withSettings('max_tokens: 8')),
  bad('stop, which the protocol lacks', withSettings('stop: [END]')),
  bad('the text of the protocol in extra', withSettings('extra: { openai-responses: { text: { verbosity: low } } }')),
  bad('an earlier response in extra', withSettings('extra: { openai-responses: { previous_response_id: resp_1 } }')),
  { ...bad('no key', model('azure:my-gpt-5'), ['eval', 'diff']), env: {}, exitCode: 3 },
  withEnv('no endpoint', {}),
  withEnv('an endpoint with a path', { AZURE_OPENAI_ENDPOINT: `${base}/openai/deployments/my-gpt-5` }),
  withEnv('an endpoint and a version with mistakes', {
    AZURE_OPENAI_ENDPOINT: `${base}/openai/responses`,
    OPENAI_API_VERSION: 'october',
  }),
] satisfies readonly BadInput[];
