import { RunProgress, silenceText, warningLine } from '#report/run/progress.js';
import { clip, column, displayWidth } from '#report/text/clip.js';
import { plural } from '#report/text/numbers.js';
import { usableWidth } from '#report/text/paint.js';
import { visible } from '#report/text/visible.js';
import { wrap } from '#report/text/wrap.js';
import { type ProgressClock, RedrawnLines, roomForEcho } from '../output/redrawn-lines.js';
import type { Terminal } from '../output/terminal.js';
import { clockWidth, TimedLines } from '../output/timed-lines.js';
import { type ProgressTeller, realClock } from './progress.js';

/** The runs of a group that are under way. */
interface OneRun {
  readonly name: string;
  readonly progress: RunProgress;
  isEnded: boolean;
}

/** The maximum number of runs that have a line of their own. */
const mostRuns = 5;
const widestName = 36;

/**
 * Returns a teller for each of the runs that a group makes at the same time, by its name. They share the lines of standard error: a line for
 * each settled case of a run, and on a terminal up to six redrawn lines with a run each.
 */
export function tellGroupProgress(
  terminal: Terminal,
  names: readonly string[],
  clock: ProgressClock = realClock,
): readonly ProgressTeller[] {
  const screen = terminal.errScreen;
  const width = usableWidth(screen);
  const nameWidth = Math.min(widestName, Math.floor(width / 3), Math.max(0, ...names.map(displayWidth)));
  const titleOf = ({ name }: OneRun) => column(visible(name), nameWidth);
  const runs = names.map((name): OneRun => ({ name, progress: new RunProgress(), isEnded: false }));
  const standingLine = (run: OneRun) => `${titleOf(run)}  ${run.progress.heartbeat(clock.now())}`;
  const region = () => {
    const open = runs.filter(({ progress, isEnded }) => progress.isBegun() && !isEnded);
    const shown = open.slice(0, mostRuns).map((run) => ` ${clip(standingLine(run), width - 1 - roomForEcho)}`);
    return open.length > mostRuns ? [...shown, ` and ${plural(open.length - mostRuns, 'more run')}`] : shown;
  };
  const lines = terminal.isLive ? new RedrawnLines(terminal, clock) : new TimedLines(terminal, clock);
  let isBegun = false;
  const begin = () => {
    if (isBegun) return;
    isBegun = true;
    const first = () => runs.find(({ isEnded }) => !isEnded) ?? runs[0];
    if (lines instanceof RedrawnLines) void lines.begin(region);
    else void lines.begin(() => standingLine(first() ?? { name: '', progress: new RunProgress(), isEnded: true }));
  };
  const settled = (run: OneRun, line: string) => {
    if (lines instanceof RedrawnLines) lines.add(` ${titleOf(run)}  ${line}\n`);
    else lines.addNews(`${titleOf(run)}  ${line}`);
  };
  const changed = () => {
    if (lines instanceof RedrawnLines) lines.changed();
  };
  let ended = 0;
  return runs.map((run) => ({
    emit: (event) => {
      run.progress.take(event, clock.now());
      if (event.event === 'run_started') begin();
      const room = width - nameWidth - (terminal.isLive ? 3 : clockWidth + 2);
      if (event.event === 'case_decided')
        settled(run, run.progress.settledLine(event.result, { ...screen, width: room }));
      changed();
    },
    note: (text) => lines.line(wrap(visible(text), width).join('\n')),
    warn: (message) => lines.line(warningLine(message, screen)),
    silent: (silence) => {
      const text = visible(silenceText(silence, new Date(clock.now())));
      run.progress.silent(silence, clock.now());
      if (lines instanceof TimedLines) lines.addSilence(`${titleOf(run)}  ${text}`);
      else if (!isBegun) lines.line(text);
      changed();
    },
    standing: () => run.progress.standing(),
    end: () => {
      if (run.isEnded) return;
      run.isEnded = true;
      ended += 1;
      if (ended === runs.length) lines.end();
      else changed();
    },
  }));
}
