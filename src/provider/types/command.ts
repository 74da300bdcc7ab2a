import { openCommandProgram } from '../programs/command-program.js';
import { features } from './features.js';
import type { ProviderType } from './provider-type.js';

export const command: ProviderType = {
  name: 'command',
  settings: ['command', 'format'],
  required: { command: '[program, argument, …]' },
  modelNames: { isBuiltIn: false },
  keyVariable: '',
  server: null,
  needsKey: () => false,
  can: { tools: false, batches: false, tokenCounts: false, tokenBounds: false },
  canWith: ({ format }) => (format === 'json' ? { tokenCounts: true, costs: true } : {}),
  lacks: ({ format }) => (format === 'json' ? ['embeddings'] : features.filter((feature) => feature !== 'messages')),
  instead: { config: { type: 'command', format: 'json' }, of: () => ({ entry: 'format: json' }) },
  create: async (options) => openCommandProgram(options),
};
