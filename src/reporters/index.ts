import type { ReporterName } from '#model/run/report-target.js';
import type { Reporter } from './report.js';

/** All reporters by name. Each is loaded on first use. */
export const reporters = {
  pretty: async () => (await import('./pretty.js')).pretty,
  json: async () => (await import('./json.js')).json,
} as const satisfies Record<ReporterName, () => Promise<Reporter>>;
