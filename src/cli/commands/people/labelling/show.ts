import { type DrawnScreen, drawLabelScreen } from '#report/people/label-screen.js';
import type { AnswerView } from '#view/people/answer-view.js';
import { endSignals } from '../../../evaluating/interrupt.js';
import type { Io } from '../../../io.js';
import type { Terminal } from '../../../output/terminal.js';
import { KeyReader } from './keys.js';
import { firstState, type GivenLabel, type LabelState, pressed, type Step } from './session.js';

/** The answers to label in their order, and where labels are saved. */
export interface Labelling {
  readonly given: readonly (GivenLabel | null)[];
  readonly answerAt: (at: number) => AnswerView;
  /** Saves a label. It is on the disk when this returns. */
  readonly save: (at: number, label: GivenLabel) => void;
}

/** How a labelling ended: the labels of all answers, and the exit code of the signal or Ctrl-C that ended it; null for another end. */
export interface LabellingEnd {
  readonly given: readonly (GivenLabel | null)[];
  readonly signalled: number | null;
}

/** The alternate screen, without a cursor, where pasted texts are marked. */
const begin = '\u001b[?1049h\u001b[?25l\u001b[?2004h';
const end = '\u001b[?2004l\u001b[?25h\u001b[?1049l';

/** Shows one answer after another on the terminal, and saves a label for each key that gives one. The terminal is restored at every end. */
export async function labelOnTerminal(
  labelling: Labelling,
  { io, terminal }: { readonly io: Io; readonly terminal: Terminal },
): Promise<LabellingEnd> {
  const { stdin, stderr } = io;
  let state = firstState(labelling.given);
  let drawn = drawing(state, labelling, io, terminal);
  const keys = new KeyReader();
  const draw = () => {
    drawn = drawing(state, labelling, io, terminal);
    terminal.err(`\u001b[H${drawn.lines.map((line) => `${line}\u001b[K`).join('\r\n')}\u001b[J`);
  };
  const take = ({ state: next, save }: Step) => {
    if (save) labelling.save(save.at, save.label);
    state = next;
  };
  const stops: (() => void)[] = [];
  const listen = (resolve: (code: number | null) => void, reject: (error: unknown) => void) => {
    const onData = (chunk: string | Buffer) => {
      try {
        for (const key of keys.read(String(chunk))) {
          const step = pressed(state, key, drawn);
          take(step);
          if (step.leave) return resolve(step.leave === 'interrupt' ? 130 : null);
          draw();
        }
      } catch (error) {
        reject(error);
      }
    };
    const onEnd = () => resolve(null);
    const listeners = endSignals.map(([name, code]) => [name, () => resolve(code)] as const);
    for (const [name, listener] of listeners) io.on(name, listener);
    stdin.on('data', onData).on('end', onEnd).on('error', onEnd);
    stderr.on('resize', draw);
    stops.push(() => {
      stdin.off('data', onData).off('end', onEnd).off('error', onEnd);
      stderr.off('resize', draw);
      for (const [name, listener] of listeners) io.off(name, listener);
    });
  };
  stdin.setEncoding('utf8');
  stdin.setRawMode?.(true);
  terminal.err(begin);
  try {
    draw();
    const signalled = await new Promise<number | null>(listen);
    return { signalled, given: state.given };
  } finally {
    for (const stop of stops) stop();
    stdin.pause();
    stdin.setRawMode?.(false);
    terminal.err(end);
  }
}

function drawing(state: LabelState, labelling: Labelling, { stderr }: Io, { errScreen }: Terminal): DrawnScreen {
  const { at, given, mode, note, draft, scroll } = state;
  const screen = {
    answer: labelling.answerAt(at),
    number: at + 1,
    of: given.length,
    labelled: given.filter((one) => one !== null).length,
    given: given[at]?.verdict ?? null,
    note: mode === 'note' ? draft : note,
    mode,
    scroll,
  };
  const size = { columns: stderr.columns || 80, rows: stderr.rows || 24, paint: errScreen.paint };
  return drawLabelScreen(screen, size);
}
