import type { Emit } from '#model/event.js';
import { advance, decidedLine, noProgress, progressLine, warningLine } from '#report/run/progress.js';
import { usableWidth } from '#report/text/paint.js';
import { visible } from '#report/text/visible.js';
import { wrap } from '#report/text/wrap.js';
import type { Terminal } from '../terminal.js';

/** Tells on standard error how a run goes: one line that is rewritten on a terminal, a line per decided case elsewhere. */
export interface ProgressTeller {
  readonly emit: Emit;
  readonly note: (text: string) => void;
  readonly warn: (text: string) => void;
  /** Takes the line away that is rewritten: what is told next stands for itself. */
  readonly end: () => void;
}

const eraseLine = '\r\u001b[K';

export function tellProgress(terminal: Terminal): ProgressTeller {
  const screen = terminal.errScreen;
  let progress = noProgress;
  const line = (text: string) => terminal.err(`${terminal.isLive ? eraseLine : ''}${text}\n`);
  const warn = (message: string) => line(warningLine(message, screen));
  const emit: Emit = (event) => {
    progress = advance(progress, event);
    if (terminal.isLive)
      terminal.err(eraseLine + (event.event === 'run_finished' ? '' : progressLine(progress, screen)));
    else if (event.event === 'case_decided') line(decidedLine(progress, event.result, screen));
  };
  const end = () => {
    if (terminal.isLive) terminal.err(eraseLine);
  };
  return { emit, warn, note: (text) => line(wrap(visible(text), usableWidth(screen)).join('\n')), end };
}
