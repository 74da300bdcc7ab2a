import type { CasePairs } from '#model/pairs/comparison.js';
import type { ProviderSilence, RunEvent } from '#model/run/notice.js';
import { CompareProgress } from '#report/compare/compare-progress.js';
import { silenceText, warningLine } from '#report/run/progress.js';
import { usableWidth } from '#report/text/paint.js';
import { visible } from '#report/text/visible.js';
import { wrap } from '#report/text/wrap.js';
import { realClock } from '../../evaluating/progress.js';
import { type ProgressClock, RedrawnLines, roomForEcho } from '../../output/redrawn-lines.js';
import type { Terminal } from '../../output/terminal.js';
import { clockWidth, TimedLines } from '../../output/timed-lines.js';

/** Shows the progress of both sides of a comparison on standard error: one line for both, and one for each settled case. */
export interface CompareTeller {
  readonly emit: (side: 'a' | 'b', event: RunEvent) => void;
  /** Shows the result of a case, once. */
  readonly settle: (pairs: CasePairs) => void;
  readonly note: (text: string) => void;
  readonly warn: (text: string) => void;
  /** Shows that a provider does not answer. */
  readonly silent: (silence: ProviderSilence) => void;
  /** Returns how far the comparison came. */
  readonly standing: CompareProgress['standing'];
  /** Writes the buffered lines, and erases the redrawn ones. */
  readonly end: () => void;
}

/** Returns a teller that redraws its line on a terminal, and elsewhere writes lines with the time. */
export function tellComparison(id: string, terminal: Terminal, clock: ProgressClock = realClock): CompareTeller {
  const screen = terminal.errScreen;
  const progress = new CompareProgress(id);
  const width = usableWidth(screen);
  const lines = terminal.isLive ? new RedrawnLines(terminal, clock) : new TimedLines(terminal, clock);
  const begin = () => {
    if (lines instanceof RedrawnLines) {
      const narrower = { ...screen, width: screen.width - roomForEcho + 1 };
      void lines.begin(() => progress.region(clock.now(), narrower));
      return;
    }
    lines.add(progress.startLine());
    void lines.begin(() => progress.line(clock.now()));
  };
  const changed = () => {
    if (lines instanceof RedrawnLines) lines.changed();
  };
  return {
    emit: (side, event) => {
      const isFirst = !progress.isBegun();
      progress.take(side, event, clock.now());
      if (isFirst && progress.isBegun()) begin();
      changed();
    },
    settle: (pairs) => {
      if (!progress.settle(pairs)) return;
      if (lines instanceof RedrawnLines) lines.add(` ${progress.settledLine(pairs, screen)}\n`);
      else lines.addNews(progress.settledLine(pairs, { ...screen, width: width - clockWidth }));
      changed();
    },
    note: (text) => lines.line(wrap(visible(text), width).join('\n')),
    warn: (message) => lines.line(warningLine(message, screen)),
    silent: (silence) => {
      progress.silent(silence, clock.now());
      const text = visible(silenceText(silence, new Date(clock.now())));
      if (lines instanceof TimedLines) lines.addSilence(text);
      else if (!progress.isBegun()) lines.line(text);
      changed();
    },
    standing: () => progress.standing(),
    end: () => lines.end(),
  };
}
