import type { Recomputation, Verdict, VerdictDifference } from '#model/run/verdict.js';
import { headingMark } from '../run/heading.js';
import { count, plural } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/screen.js';
import { visible, wrap } from '../text/visible.js';

export interface RecomputeView extends Recomputation {
  readonly id: string;
  readonly run_id: string;
}

export function prettyRecompute(found: RecomputeView, screen: Screen): string {
  const { paint } = screen;
  const title = ` ${paint.bold(visible(found.id))}  ${paint.dim(visible(found.run_id))}`;
  const blocks = found.differences.map((difference) => differenceLines(difference, screen).join('\n'));
  const others = found.contradictions.flatMap((one) => crossed(one, screen)).join('\n');
  const sections = [title, ...blocks, others, closing(found, screen)].filter((section) => section !== '');
  return `\n${sections.join('\n\n')}\n`;
}

function crossed(text: string, screen: Screen): string[] {
  const lines = wrap(visible(text), usableWidth(screen) - 4);
  return lines.map((line, i) => `  ${i === 0 ? headingMark(false, screen) : ' '} ${line}`);
}

function closing(found: RecomputeView, screen: Screen): string {
  const { total, differences, contradictions } = found;
  if (differences.length + contradictions.length > 0) {
    const lines = wrap(disagreement(found), usableWidth(screen) - 2);
    return lines.map((line) => `  ${screen.paint.red(line)}`).join('\n');
  }
  if (total === 0) return '  there is no verdict to compare';
  const agree = total === 1 ? 'the verdict agrees' : `all ${count(total)} verdicts agree`;
  return `  ${headingMark(true, screen)} ${agree} with the scores`;
}

function disagreement({ total, differences, contradictions }: RecomputeView): string {
  const [differing, others] = [differences.length, contradictions.length];
  const does = (number: number) => (number === 1 ? 'does' : 'do');
  const entries = plural(others, 'other entry of the result', 'other entries of the result');
  if (differing > 0) {
    const nor = others === 0 ? '' : `, nor ${does(others)} ${entries}`;
    return `${count(differing)} of ${plural(total, 'verdict')} ${does(differing)} not follow from the scores${nor}`;
  }
  if (total === 0)
    return `${plural(others, 'entry', 'entries')} of the result ${does(others)} not follow from the scores`;
  const agree = total === 1 ? 'the verdict follows' : 'the verdicts follow';
  return `${agree} from the scores, but ${entries} ${does(others)} not`;
}

function differenceLines(difference: VerdictDifference, screen: Screen): string[] {
  const { case: name, about, criterion } = difference;
  return [
    ...crossed(`${name}  ${criterion} (${about})`, screen),
    ...changes(difference).flatMap((text) =>
      wrap(visible(text), usableWidth(screen) - 6).map((line) => `      ${line}`),
    ),
  ];
}

/** Lists the differing fields. Lists `words` only if `reason`, which contains them, is equal. */
function changes({ stored, recomputed }: VerdictDifference): string[] {
  if (!stored) return [`not in the result; the scores say ${recomputed?.outcome ?? 'nothing'}`];
  if (!recomputed) return [`the result says ${stored.outcome}; the scores say nothing`];
  const keys = Object.keys({ ...stored, ...recomputed }) as (keyof Verdict)[];
  return keys
    .filter((key) => key !== 'words' || stored.reason === recomputed.reason)
    .map((key) => ({ key, was: JSON.stringify(stored[key]), is: JSON.stringify(recomputed[key]) }))
    .filter(({ was, is }) => was !== is)
    .map(({ key, was, is }) => `${key}: the result says ${was}, the scores say ${is}`);
}
