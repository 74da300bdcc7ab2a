import { userInfo } from 'node:os';
import { evaError } from '#errors/index.js';
import { type AnswerSample, openAnswers, sampleAnswers } from '#lifecycle/labelling/answers.js';
import { labelTarget, readLabelledRun } from '#lifecycle/labelling/target.js';
import { answerKey, type Label } from '#model/people/label.js';
import { isBlank } from '#model/text/characters.js';
import { flagWords, quoted } from '#model/text/quoted.js';
import { labelSummary } from '#report/commands/labels.js';
import { asCalled } from '#report/text/called.js';
import { judgePasses } from '#report/view/answer-view.js';
import { appendLabel, checkLabels } from '#store/logs/labels.js';
import { shortRunName } from '#store/run/run-names.js';
import type { StoredRun } from '#store/run/stored-runs.js';
import type { Io } from '../../io.js';
import { openCommand } from '../../open-command.js';
import { canAsk } from '../../output/ask.js';
import type { Terminal } from '../../output/terminal.js';
import { decideAndShow } from './labelling/decide.js';
import { exportCommand, importCommand } from './labelling/files.js';
import { type LabelOptions, labelOf, labelsBy, type Place, viewOfAnswer } from './labelling/given.js';
import { type GivenLabel, labelLineByLine } from './labelling/session.js';

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
    const exitCode = importCommand(run, { ...options, import: options.import, rater }, place);
    return (await decideRun(run, options, place)) ?? exitCode;
  }
  const sample = sampleAnswers(root, labelTarget(root, run, options), { n: options.number, seed: options.seed });
  const given = givenLabels(sample, rater, terminal);
  if (options.export !== undefined) {
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
  if (!canAsk(io))
    throw evaError('EVA_LABEL:no_terminal', 'nobody can answer: standard input or standard error is no terminal', {
      hint: 'label in a spreadsheet: eva label RUN --export FILE.csv, then eva label RUN --import FILE.csv',
    });
  checkLabels(target.promptDir);
  const reader = openAnswers(root, target, new Set(answers.map(({ trial }) => trial)));
  try {
    const save = (at: number, label: GivenLabel) => {
      const answer = answers[at];
      if (answer)
        appendLabel(target.promptDir, labelOf(answer, label, { sample: samplingOf(sample), rater: options.rater }));
    };
    const ended = await labelLineByLine(
      { given, answerAt: (at) => viewOfAnswer(reader, sample, at), save },
      { io, terminal },
    );
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
  return decideAndShow(result.run_id, options, place);
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
  throw evaError(
    'EVA_LABEL:rater',
    name === null
      ? 'nobody knows who labels: the system has no name for this user'
      : `${quoted(name)} is no name of a person: it is blank, longer than ${longestRater} characters, or holds a control character`,
    { hint: 'write your name: --rater NAME, or set EVA_RATER' },
  );
}

function loginName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
