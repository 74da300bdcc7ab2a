import { reasons } from '../reasons.js';
import { compact, configText, type Found, type Named } from '../target.js';
import { addressKeys, addressOf, hostName, keyVariable } from './addresses.js';
import { modelIn, modelNamed } from './model-names.js';

const form = { endsWithV1: false, isResource: true };

/** The environment variable with the key, unless `config` names another. */
const key = 'AZURE_OPENAI_API_KEY';

/** Returns the deployment of an id that begins with `azure:` or `azureopenai:`. */
export function azureTarget(named: Named): Found {
  const { rest } = named;
  if (/^(?:assistant|foundry-agent)(:|$)/.test(rest)) return reasons.agent;
  const usesResponses = /^responses(:|$)/.test(rest);
  const written = rest.replace(/^responses(:|$)/, '');
  const found = usesResponses ? modelNamed(written || 'gpt-4.1-2025-04-14') : modelIn(rest);
  if ('unreachable' in found) return found;
  const address = addressOf(named, '', form);
  if ('unreachable' in address) return address;
  const { url } = address;
  return usesResponses ? responsesOf(named, found.model, url) : deploymentOf(named, found.model, url);
}

function deploymentOf(named: Named, model: string, url: string | undefined): Found {
  const variable = keyVariable(named);
  const version = versionFor(named, url);
  const common = {
    type: 'azure',
    dialect: 'chat' as const,
    model,
    key: variable ?? key,
    read: [...addressKeys(named), ...(version === undefined ? [] : ['apiVersion'])],
    sends: ['dataSources', 'data_sources', 'deployment_id'],
  };
  if (url === undefined && variable === undefined) return common;
  const config = compact({ type: 'azure', base_url: url, api_key_env: variable, api_version: version });
  return { ...common, entry: { name: resourceName('azure', url), config } };
}

/** Returns the dated version of an address without `/openai/v1`, which has none. */
function versionFor(named: Named, url: string | undefined): string | undefined {
  const version = configText(named, 'apiVersion');
  if (url === undefined || url.endsWith('/openai/v1')) return undefined;
  return version !== undefined && /^\d{4}-\d{2}-\d{2}(-preview)?$/.test(version) ? version : undefined;
}

function responsesOf(named: Named, model: string, url: string | undefined): Found {
  if (url === undefined) return reasons.no_address;
  const variable = keyVariable(named) ?? key;
  const base_url = `${url.replace(/\/openai(\/v1)?$/, '')}/openai/v1`;
  return {
    type: 'openai-responses',
    dialect: 'responses',
    model,
    key: variable,
    read: addressKeys(named),
    entry: {
      name: resourceName('azure-responses', url),
      config: compact({ type: 'openai-responses', base_url, api_key_env: variable }),
    },
  };
}

/** Returns a name for the entry of a resource: `azure-NAME` for https://NAME.openai.azure.com. */
function resourceName(prefix: string, url: string | undefined): string {
  return url === undefined
    ? `${prefix}-own-key`
    : `${prefix}-${hostName(url).replace(/\.(?:openai\.azure|cognitiveservices\.azure|services\.ai\.azure)\.com$/, '')}`;
}
