import { oneLine } from '#model/text/quoted.js';
import type { CaseView, Claim, Miss } from '#view/view.js';
import { missText } from '#view/words/miss-words.js';
import { clip, displayWidth } from '../../text/clip.js';
import { count } from '../../text/numbers.js';
import { resultWidth, type Screen } from '../../text/paint.js';
import { paintedMark } from '../mark.js';
import { claimParts, claimText } from './claim-words.js';
import { joinedLines } from './parts.js';

/** The indentation of claims, in columns. */
export const claimIndent = 5;
const indent = ' '.repeat(claimIndent);

/** Renders a claim with its mark and figures. */
export function claimLines(claim: Claim, caseView: Pick<CaseView, 'claims'>, screen: Screen): string[] {
  const [first = '', ...others] = claimParts(claim);
  const parts = [`${claimText(claim, caseView)}: ${first}`, ...others];
  const lines = joinedLines(parts, resultWidth(screen) - indent.length);
  const mark = paintedMark(claim.outcome, screen);
  return lines.map((line, i) => (i === 0 ? `   ${mark} ${line}` : indent + line));
}

/** Renders misses, one per line with their number, and how many more there are. */
export function missLines(misses: readonly Miss[], more: number, screen: Screen): string[] {
  const width = Math.max(0, ...misses.map(({ times }) => count(times).length));
  const room = resultWidth(screen) - indent.length;
  const lines = misses.map((miss) => {
    const times = `${count(miss.times).padStart(width)} ${miss.times === 1 ? 'time ' : 'times'}  `;
    return clip(times + fittingText(miss, room - times.length), room);
  });
  return [...lines, ...(misses.length > 0 && more > 0 ? [`and ${count(more)} more`] : [])].map((line) => indent + line);
}

const narrowestAbout = 20;

/** Returns the text of a miss. A long name takes only what its reason leaves of the line. */
function fittingText(miss: Miss, room: number): string {
  const whole = missText(miss);
  const left = room - (displayWidth(whole) - displayWidth(oneLine(miss.about.raw)));
  if (left >= displayWidth(oneLine(miss.about.raw))) return whole;
  return missText({ ...miss, about: { raw: clip(oneLine(miss.about.raw), Math.max(narrowestAbout, left)) } });
}
