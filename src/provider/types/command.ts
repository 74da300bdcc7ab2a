import { commandSetting, type ProviderType } from './provider-type.js';

/** A program of the library that prints a reply. */
export const command: ProviderType = {
  name: 'command',
  settings: { command: commandSetting },
  required: { command: '[program, argument, …]' },
  modelNames: { isBuiltIn: false },
  keyVariable: '',
  server: null,
  needsKey: () => false,
  can: { tools: false, batches: false, tokenCounts: false, tokenBounds: false },
  create: async (options) => (await import('../programs/command.js')).openCommand(options),
};
