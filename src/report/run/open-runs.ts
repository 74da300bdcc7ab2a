import { count, plural } from '../text/numbers.js';
import { asCalled, type Screen, usableWidth } from '../text/screen.js';
import { visible, wrap } from '../text/visible.js';

export interface UnendedRun {
  /** Its variant, with the prompt if the group has several. */
  readonly title: string;
  /** `unreadable`: it ended with a result that eva cannot read. */
  readonly state: 'unfinished' | 'running' | 'unreadable';
  /** The number of its stored replies; null if it is unknown. */
  readonly replies: number | null;
  readonly report: string;
}

export function openRunLines(runs: readonly UnendedRun[], screen: Screen): readonly string[] {
  const isOpen = runs.some(({ state }) => state === 'unfinished');
  const texts = [
    ...runs.map((run) => openRunText(run, screen)),
    ...(isOpen ? ['eva decides the cases of an unfinished run when you resume it.'] : []),
  ];
  return texts.flatMap((text) => wrap(visible(text), usableWidth(screen) - 1));
}

function openRunText({ title, state, replies, report }: UnendedRun, screen: Screen): string {
  if (state === 'unreadable')
    return `The result of ${title} cannot be read. For the reason, type: ${asCalled(report, screen)}`;
  const kept =
    replies === null
      ? ''
      : replies === 0
        ? ': no reply is kept'
        : `: ${plural(replies, 'reply is', 'replies are')} kept`;
  return `${title} is ${state === 'running' ? 'still running' : 'unfinished'}${kept}.`;
}

interface RequestedRuns {
  readonly open: readonly UnendedRun[];
  readonly of: number;
  /** The command that resumes the unfinished runs; null if no run can be resumed. */
  readonly resume: string | null;
}

/** Renders why a report leaves out runs without a result, and the command that resumes them. Empty without such runs. */
export function openRunsText({ open, of, resume }: RequestedRuns, screen: Screen): string {
  if (open.length === 0) return '';
  const leftOut = `${count(open.length)} of ${plural(of, 'run')} ${open.length === 1 ? 'has no result and is' : 'have no result and are'} left out.`;
  const lines = [
    ...openRunLines(open, screen),
    ...wrap(leftOut, usableWidth(screen) - 1),
    ...(resume === null
      ? []
      : wrap(`The missing replies:  ${visible(asCalled(resume, screen))}`, usableWidth(screen) - 1)),
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns seconds without their unit: `0.04`, `0.8`, `2.1`, `125`. */
export function secondsText(seconds: number): string {
  if (seconds >= 9.95) return count(Math.round(seconds));
  return seconds >= 0.095 || seconds < 0.0005 ? seconds.toFixed(1) : String(Number(seconds.toPrecision(1)));
}
