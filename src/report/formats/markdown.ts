import { documentBlocks } from './markdown-document.js';
import type { Reporter } from './report.js';

/** Markdown for GitHub, GitLab and people: texts from outside are text, and nothing in them becomes a link or an image. */
export const markdown: Reporter = {
  async *pieces(report) {
    for await (const { text } of documentBlocks(report)) yield text;
  },
};
