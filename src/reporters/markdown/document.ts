import { defaultSignificanceLevel } from '#model/limits.js';
import { sure } from '#report/text/numbers.js';
import type { Report } from '../report.js';
import { type Block, block } from './block.js';
import { comparisonBlocks } from './comparison.js';
import { runBlocks } from './runs.js';

/** Renders a report as Markdown, in blocks. */
export async function* documentBlocks(report: Report): AsyncGenerator<Block> {
  let hasBound = false;
  for await (const one of report.kind === 'compare' ? comparisonBlocks(report) : runBlocks(report)) {
    hasBound ||= /\bat (?:least|most) [-+\d]/.test(one.text) && one.kind !== 'replies';
    yield one;
  }
  if (hasBound) yield block('frame', `\n${sureText()}\n`);
}

/** Says once what bounds mean. */
function sureText(): string {
  const wrong = `${Number((defaultSignificanceLevel * 100).toPrecision(4))}%`;
  return `"at least" and "at most" are ${sure(defaultSignificanceLevel)} sure: each is wrong in at most ${wrong} of runs.`;
}
