import type { ReporterName } from '#model/run/report-target.js';
import { github } from '#report/formats/github.js';
import { json } from '#report/formats/json.js';
import { junit } from '#report/formats/junit.js';
import { markdown } from '#report/formats/markdown.js';
import { pretty } from '#report/formats/pretty-report.js';
import type { Reporter } from '#report/formats/report.js';

/** All reporters by name. The code of pages is loaded on first use. */
export const reporters = {
  pretty: async () => pretty,
  json: async () => json,
  junit: async () => junit,
  markdown: async () => markdown,
  github: async () => github,
  html: async () => (await import('./html.js')).html,
} as const satisfies Record<ReporterName, () => Promise<Reporter>>;
