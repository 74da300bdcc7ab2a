import type { JsonObject } from '#model/data/json.js';

/** The `base_url` of a provider that is a server. */
export const baseUrlSetting: JsonObject = {
  description: 'Where the server listens: https://host/v1.',
  type: 'string',
  pattern: '^https?://\\S+$',
};

/** The `api_key_env` of a provider that may need a key. */
export const keySetting: JsonObject = {
  description: 'Name of the environment variable that holds the key. Never the key itself.',
  type: 'string',
  pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
};

/** The `command` of a provider that is a program. */
export const commandSetting: JsonObject = {
  description:
    'Program and arguments. It reads the prompt on standard input and prints the reply. Runs only if trusted.',
  type: 'array',
  minItems: 1,
  prefixItems: [{ type: 'string', pattern: '\\S' }],
  items: { type: 'string' },
};
