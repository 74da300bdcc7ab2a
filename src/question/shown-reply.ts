import type { Reply } from '#model/reply/exchange.js';

/** Greatest number of code points shown of a reply. */
const most = 300;
/** Number of them that come from the end, where the verdict is expected. */
const atEnd = 180;

/**
 * Returns a model's reply for display: its text, or the arguments of its tool call as JSON, shortened to 300 code points. The
 * result is untrusted.
 */
export function shownReply({ text, tool_input }: Reply): string {
  const written = tool_input === undefined ? text.trim() : JSON.stringify(tool_input);
  const isShort = written.length <= 4 * most;
  const points = isShort ? [...written] : [...written.slice(0, 2 * most), ...written.slice(-2 * most)];
  if (points.length <= most) return written;
  return `${points.slice(0, most - atEnd).join('')} … ${points.slice(-atEnd).join('')}`;
}
