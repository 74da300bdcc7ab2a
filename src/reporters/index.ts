import type { ReporterName } from '#model/run/report-target.js';
import { github } from './github/github.js';
import { json } from './json.js';
import { junit } from './junit/junit.js';
import { markdown } from './markdown/markdown.js';
import { pretty } from './pretty.js';
import type { Reporter } from './report.js';

/** All reporters by name. The code of pages is loaded on first use. */
export const reporters = {
  pretty: async () => pretty,
  json: async () => json,
  junit: async () => junit,
  markdown: async () => markdown,
  github: async () => github,
  html: async () => (await import('./html.js')).html,
} as const satisfies Record<ReporterName, () => Promise<Reporter>>;
