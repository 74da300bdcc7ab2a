import { reasons } from '../reasons.js';
import { compact, type Found, type Named } from '../target.js';
import { addressKeys, addressOf, hostName, keyVariable } from './addresses.js';
import { modelNamed } from './model-names.js';
import { slug } from './openai.js';

const official = 'https://api.anthropic.com';

/** Returns the model of an id that begins with `anthropic:`. */
export function anthropicTarget(named: Named): Found {
  const { rest } = named;
  if (/^claude-(?:agent-sdk|code)\b/.test(rest)) return reasons.agent;
  if (/^completion(:|$)|^claude-(?:2|instant)/.test(rest)) return reasons.no_chat;
  const found = modelNamed(rest.replace(/^messages(:|$)/, ''));
  if ('unreachable' in found) return found;
  const address = addressOf(named, '', { endsWithV1: false });
  if ('unreachable' in address) return address;
  const url = address.url === official ? undefined : address.url;
  const variable = keyVariable(named, url);
  const common = {
    type: 'anthropic',
    dialect: 'messages' as const,
    model: found.model,
    key: variable ?? 'ANTHROPIC_API_KEY',
    read: addressKeys(named),
    ignoresOthers: true as const,
  };
  if (url === undefined && variable === undefined) return common;
  const name = `anthropic-${url === undefined ? slug(variable ?? '') : hostName(url)}`;
  return { ...common, entry: { name, config: compact({ type: 'anthropic', base_url: url, api_key_env: variable }) } };
}
