import { createInterface } from 'node:readline';
import { type LabelVerdict, maxNoteLength } from '#model/people/label.js';
import { labelAnswer, wholeRubrics } from '#report/commands/labels.js';
import type { AnswerView } from '#report/view/answer-view.js';
import { endSignals } from '../../../evaluating/interrupt.js';
import type { Io } from '../../../io.js';
import type { Terminal } from '../../../output/terminal.js';

/** The label that a person has given an answer, with its note. */
export interface GivenLabel {
  readonly verdict: LabelVerdict;
  readonly note: string;
}

/** The answers to label in their order, and where labels are saved. */
interface Labelling {
  /** The label of each answer; null for those without one. */
  readonly given: readonly (GivenLabel | null)[];
  readonly answerAt: (at: number) => AnswerView;
  /** Saves a label. It is on the disk when this returns. */
  readonly save: (at: number, label: GivenLabel) => void;
}

/** How a labelling ended: the labels of all answers, and the exit code of the signal that ended it; null for another end. */
interface LabellingEnd {
  readonly given: readonly (GivenLabel | null)[];
  readonly signalled: number | null;
}

const verdicts: Readonly<Record<string, LabelVerdict>> = { p: 'pass', f: 'fail', s: 'skipped' };

const help = ` p pass, f fail, s skip; a note may follow: f promises a refund
 b the answer before, r the whole rubric, q quit: the next start continues here
`;

/** Shows one answer after another, and saves a label for each line that gives one. */
export async function labelLineByLine(
  { given, answerAt, save }: Labelling,
  { io, terminal }: { readonly io: Io; readonly terminal: Terminal },
): Promise<LabellingEnd> {
  const labels = [...given];
  const asking = createInterface({ input: io.stdin, output: io.stderr, terminal: false });
  const lines = asking[Symbol.asyncIterator]();
  let signalled: number | null = null;
  const listeners = endSignals.map(([name, code]) => {
    const onSignal = () => {
      signalled = code;
      asking.close();
    };
    return [name, onSignal] as const;
  });
  for (const [name, listener] of listeners) io.on(name, listener);
  try {
    terminal.err(help);
    let at: number | null = labels.indexOf(null);
    let shown: number | null = null;
    while (at !== null) {
      if (shown !== at) {
        const labelled = labels.filter((one) => one !== null).length;
        const place = { number: at + 1, of: labels.length, labelled, given: labels[at] ?? null };
        terminal.err(labelAnswer({ answer: answerAt(at), ...place }, terminal.errScreen));
        shown = at;
      }
      terminal.err(labels[at] ? ' p, f, s, or enter to keep it: ' : ' p, f or s: ');
      const { value = '', done } = await lines.next();
      const line = value.trim();
      if (done || signalled !== null || line === 'q') break;
      const [, letter, rest = ''] = /^([pfs])(?:\s+(.*))?$/i.exec(line) ?? [];
      const verdict = letter && verdicts[letter.toLowerCase()];
      if (verdict) {
        const note = [...rest.replace(/[\p{Cc}\s]+/gu, ' ')].slice(0, maxNoteLength).join('');
        const label = { verdict, note: note === '' ? (labels[at]?.note ?? '') : note };
        save(at, label);
        labels[at] = label;
        at = nextOf(labels, at);
      } else if (line === '' && labels[at]) at = nextOf(labels, at);
      else if (line === 'b' && at > 0) at--;
      else if (line === 'r') terminal.err(wholeRubrics(answerAt(at), terminal.errScreen));
      else terminal.err(help);
    }
    return { given: labels, signalled };
  } finally {
    for (const [name, listener] of listeners) io.off(name, listener);
    asking.close();
    terminal.err('\n');
  }
}

/** Returns the answer that follows: after the last one the first that has no label yet; null at the end. */
function nextOf(labels: readonly (GivenLabel | null)[], at: number): number | null {
  if (at + 1 < labels.length) return at + 1;
  return labels.includes(null) ? labels.indexOf(null) : null;
}
