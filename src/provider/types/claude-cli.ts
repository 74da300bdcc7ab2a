import { openClaudeCli } from '../programs/claude-program.js';
import { features } from './features.js';
import type { ProviderType } from './provider-type.js';

/** Claude Code as a bare model, with the user's login. */
export const claudeCli: ProviderType = {
  name: 'claude-cli',
  traceName: 'anthropic',
  settings: ['base_url', 'api_key_env', 'command'],
  modelNames: { isBuiltIn: true },
  keyVariable: '',
  login: 'the value of ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, or the login of the claude program',
  server: { variable: 'ANTHROPIC_BASE_URL', endsWithV1: false },
  needsKey: () => false,
  can: { tools: false, batches: false, tokenCounts: true, tokenBounds: false },
  lacks: () => features,
  instead: { config: { type: 'anthropic' }, of: (model) => ({ model: `anthropic:${model}` }) },
  create: async (options) => openClaudeCli(options),
};
