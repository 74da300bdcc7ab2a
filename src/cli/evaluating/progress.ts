import type { Emit } from '#model/run/event.js';
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
  /** Writes what still waits, and erases the line that is rewritten. */
  readonly end: () => void;
}

const eraseLine = '\r\u001b[K';

/** Lines wait up to this many milliseconds for others: a write for each of thousands of cases costs more than their checks. */
const togetherMs = 50;

export function tellProgress(terminal: Terminal): ProgressTeller {
  const screen = terminal.errScreen;
  let progress = noProgress;
  let lines = '';
  let isStale = false;
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = lines + (isStale ? eraseLine + progressLine(progress, screen) : '');
    lines = '';
    isStale = false;
    if (text !== '') terminal.err(text);
  };
  const emit: Emit = (event) => {
    progress = advance(progress, event);
    if (terminal.isLive) isStale = true;
    else if (event.event === 'case_decided') lines += `${decidedLine(progress, event.result, screen)}\n`;
    timer ??= setTimeout(tell, togetherMs);
  };
  const end = () => {
    isStale = false;
    tell();
    if (terminal.isLive) terminal.err(eraseLine);
  };
  const line = (text: string) => {
    tell();
    terminal.err(`${terminal.isLive ? eraseLine : ''}${text}\n`);
  };
  const warn = (message: string) => line(warningLine(message, screen));
  return { emit, warn, note: (text) => line(wrap(visible(text), usableWidth(screen)).join('\n')), end };
}
