import type { ReporterName } from '#model/run/report-target.js';
import type { Reporter } from './report.js';

/** All reporters by name. Each is loaded on first use. */
export const reporters = {
  pretty: async () => (await import('./pretty.js')).pretty,
  json: async () => (await import('./json.js')).json,
  junit: async () => (await import('./junit/junit.js')).junit,
  markdown: async () => (await import('./markdown/markdown.js')).markdown,
  github: async () => (await import('./github/github.js')).github,
  html: async () => (await import('./html.js')).html,
} as const satisfies Record<ReporterName, () => Promise<Reporter>>;
