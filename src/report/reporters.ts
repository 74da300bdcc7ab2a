import type { Reporter } from './reporter.js';

/** Every reporter by its name. Each is loaded only where it is used. */
export const reporters = {
  pretty: async () => (await import('./run/pretty.js')).pretty,
  json: async () => (await import('./json.js')).json,
} as const satisfies Record<string, () => Promise<Reporter>>;

export type ReporterName = keyof typeof reporters;
