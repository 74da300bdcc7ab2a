import type { Reporter } from './reporter.js';

/** All reporters by name. Each is loaded on first use. */
export const reporters = {
  pretty: async () => (await import('./run/pretty.js')).pretty,
  json: async () => (await import('./json.js')).json,
} as const satisfies Record<string, () => Promise<Reporter>>;

export type ReporterName = keyof typeof reporters;
