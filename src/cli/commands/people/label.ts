import { userInfo } from 'node:os';
import { evaError } from '#errors/index.js';
import { type AnswerSample, openAnswers, sampleAnswers } from '#lifecycle/labelling/answers.js';
import { labelTarget, readLabelledRun } from '#lifecycle/labelling/target.js';
import { answerKey, type Label } from '#model/people/label.js';
import { isBlank } from '#model/text/characters.js';
import { flagWords } from '#model/text/quoted.js';
import { type DrawnScreen, drawLabelScreen } from '#report/people/label-screen.js';
import { labelSummary } from '#report/people/label-summary.js';
import { asCalled } from '#report/text/called.js';
import { appendLabel, checkLabels } from '#store/logs/labels.js';
import type { StoredRun } from '#store/run/listing/stored-runs.js';
import { shortRunName } from '#store/run/run-names.js';
import { type AnswerView, judgePasses } from '#view/people/answer-view.js';
import { endSignals } from '../../evaluating/interrupt.js';
import type { Io } from '../../io.js';
import { openCommand } from '../../open-command.js';
import { canAsk } from '../../output/ask.js';
import type { Terminal } from '../../output/terminal.js';
import { type LabelOptions, labelOf, labelsBy, type Place, viewOfAnswer } from './labelling/given.js';
import { KeyReader } from './labelling/keys.js';
import { firstState, type GivenLabel, type LabelState, pressed, type Step } from './labelling/session.js';

/**
 * Runs `eva label [run]`: a person passes or fails a sample of answers that a judge has judged, on the terminal or through a CSV file. Returns
 * 0 if all answers of the sample have a label of this person, 3 if some have none, and 130 after Ctrl-C. If the run waited for these labels, it
 * is decided: 0 if it passed, else 1.
 */
export async function labelCommand(name: string | undefined, options: LabelOptions, io: Io): Promise<number> {
  const { terminal, root } = await openCommand(io, options, { onlyRuns: true });
  const run = readLabelledRun(root, name);
  const rater = raterOf(options, io);
  const place = { io, terminal, root };
  if (options.import !== undefined) {
    const { importCommand } = await import('./labelling/files.js');
    const exitCode = importCommand(run, { ...options, import: options.import, rater }, place);
    return (await decideRun(run, options, place)) ?? exitCode;
  }
  const sample = sampleAnswers(root, labelTarget(root, run, options), { n: options.number, seed: options.seed });
  const given = givenLabels(sample, rater, terminal);
  if (options.export !== undefined) {
    const { exportCommand } = await import('./labelling/files.js');
    return exportCommand(sample, given, { ...options, export: options.export }, place);
  }
  return labelHere(sample, given, { ...options, rater }, place);
}

/** Labels on the terminal. */
async function labelHere(
  sample: AnswerSample,
  given: readonly (GivenLabel | null)[],
  options: LabelOptions & { readonly rater: string },
  { io, terminal, root }: Place,
): Promise<number> {
  const { target, answers } = sample;
  const place = { terminal, root };
  if (given.every((one) => one !== null)) {
    const exitCode = showSummary(sample, given, options, place);
    return (await decideRun(target, options, place)) ?? exitCode;
  }
  if (!canAsk(io) || io.env['TERM'] === 'dumb') throw evaError('EVA_LABEL:no_terminal', null);
  checkLabels(target.promptDir);
  const reader = openAnswers(root, target, new Set(answers.map(({ trial }) => trial)));
  try {
    const answerAt = lastOnly((at: number) => viewOfAnswer(reader, sample, at));
    const save = (at: number, label: GivenLabel) => {
      const answer = answers[at];
      if (answer)
        appendLabel(target.promptDir, labelOf(answer, label, { sample: samplingOf(sample), rater: options.rater }));
    };
    const ended = await labelOnTerminal({ given, answerAt, save }, { io, terminal });
    const exitCode = showSummary(sample, ended.given, options, place);
    if (ended.signalled || exitCode !== 0) return ended.signalled ?? exitCode;
    return (await decideRun(target, options, place)) ?? exitCode;
  } finally {
    reader.close();
  }
}

/** Decides the run if it waited for these labels, and prints its verdict. Returns the exit code; null if it waits for none. */
async function decideRun(
  { result }: StoredRun,
  options: LabelOptions,
  place: Pick<Place, 'terminal' | 'root'>,
): Promise<number | null> {
  if (result.waits_for === undefined && result.cases.every(({ labels }) => labels === undefined)) return null;
  const { decideAndShow } = await import('./labelling/decide.js');
  return decideAndShow(result.run_id, options, place);
}

/** Returns a function that keeps its last result: a screen is drawn for each key. */
function lastOnly<T>(make: (at: number) => T): (at: number) => T {
  let last: { readonly at: number; readonly made: T } | null = null;
  return (at) => {
    if (last?.at !== at) last = { at, made: make(at) };
    return last.made;
  };
}

function samplingOf({ seed, asked, of }: AnswerSample): Label['sample'] {
  return { seed, asked, of };
}

/** Returns the label that a person has given to each answer of a sample; null for answers without one. Reports unreadable lines. */
function givenLabels(
  { target, answers }: AnswerSample,
  rater: string,
  terminal: Terminal,
): readonly (GivenLabel | null)[] {
  const own = labelsBy(rater, target.promptDir, terminal);
  return answers.map((answer) => own.get(answerKey(answer)) ?? null);
}

/** Prints what a person has labelled of a sample. Returns 0 if all answers have a label, else 3. */
export function showSummary(
  sample: AnswerSample,
  given: readonly (GivenLabel | null)[],
  options: LabelOptions & { readonly rater: string },
  { terminal, root }: Pick<Place, 'terminal' | 'root'>,
): number {
  const { target, failed } = sample;
  const isDone = given.every((one) => one !== null);
  terminal.out(
    labelSummary(
      {
        ...{ case: target.testCase.name, run_id: target.result.run_id, rater: options.rater, failed },
        given: given.map((one) => one?.verdict ?? null),
        judged: isDone ? judgedIn(sample, root) : [],
        continues: isDone ? null : asCalled(labelWords(target, options, root), terminal),
      },
      terminal,
    ),
  );
  return isDone ? 0 : 3;
}

function judgedIn({ target, answers }: AnswerSample, root: string): readonly (boolean | null)[] {
  const { testCase, expectation, plan } = target;
  const reader = openAnswers(root, target, new Set(answers.map(({ trial }) => trial)));
  try {
    return answers.map(({ trial }) => judgePasses({ ...reader.read(trial), testCase, expectation, body: plan.body }));
  } finally {
    reader.close();
  }
}

/** Returns the command line that labels the same sample. */
function labelWords({ result }: StoredRun, options: LabelOptions, root: string): string {
  const { case: name, expectation, number, seed, rater, root: flag } = options;
  return [
    'eva label',
    shortRunName(root, result.run_id),
    ...(name === undefined ? [] : [flagWords('--case', name)]),
    ...(expectation === undefined ? [] : [flagWords('--expectation', expectation)]),
    ...(number === undefined ? [] : [`-n ${number}`]),
    ...(seed === undefined ? [] : [`--seed ${seed}`]),
    ...(rater === undefined ? [] : [flagWords('--rater', rater)]),
    ...(flag === undefined ? [] : [flagWords('--root', flag)]),
  ].join(' ');
}

const longestRater = 100;

/** Returns the name of the person: `--rater`, else EVA_RATER, else the login name. Throws EVA_LABEL without a usable one. */
function raterOf({ rater }: LabelOptions, { env }: Io): string {
  const name = (rater ?? env['EVA_RATER'] ?? loginName())?.trim() ?? null;
  if (name !== null && !isBlank(name) && [...name].length <= longestRater && !/\p{Cc}/u.test(name)) return name;
  throw evaError('EVA_LABEL:rater', { rater: name, limit: longestRater });
}

function loginName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

/** The answers to label in their order, and where labels are saved. */
interface Labelling {
  readonly given: readonly (GivenLabel | null)[];
  readonly answerAt: (at: number) => AnswerView;
  /** Saves a label. It is on the disk when this returns. */
  readonly save: (at: number, label: GivenLabel) => void;
}

/** How a labelling ended: the labels of all answers, and the exit code of the signal or Ctrl-C that ended it; null for another end. */
interface LabellingEnd {
  readonly given: readonly (GivenLabel | null)[];
  readonly signalled: number | null;
}

/** The alternate screen, without a cursor, where pasted texts are marked. */
const begin = '\u001b[?1049h\u001b[?25l\u001b[?2004h';
const end = '\u001b[?2004l\u001b[?25h\u001b[?1049l';

/** Shows one answer after another on the terminal, and saves a label for each key that gives one. Restores the terminal, also after an error or a signal. */
async function labelOnTerminal(
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
