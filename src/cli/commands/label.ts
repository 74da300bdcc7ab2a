import { existsSync, lstatSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { directory } from '#library/source/inside-root.js';
import {
  answerId,
  answerKey,
  type Label,
  type LabelledAnswer,
  type LabelVerdict,
  latestLabels,
  maxNoteLength,
} from '#model/people/label.js';
import { EvaError, evaError } from '#model/problem.js';
import { isBlank } from '#model/text/characters.js';
import { flagWords, quoted, short } from '#model/text/quoted.js';
import { type CsvAnswer, labelAnswer, labelCsvLines, labelSummary, wholeRubrics } from '#report/commands/labels.js';
import { prettyOverview } from '#report/run/pretty.js';
import { exitCodeOfRun, placeFlags } from '#report/stored/continuation.js';
import { plural } from '#report/text/numbers.js';
import { asCalled } from '#report/text/screen.js';
import { visible } from '#report/text/visible.js';
import { type AnswerView, answerView, judgePasses } from '#report/view/answer-view.js';
import { decideWaiting } from '#run/labels/decide-waiting.js';
import { ImportPlaces, importLabels } from '#run/labels/import-labels.js';
import { type AnswerReader, type AnswerSample, openAnswers, sampleAnswers } from '#run/labels/label-answers.js';
import { labelTarget, readLabelledRun } from '#run/labels/label-target.js';
import { writeAtomically } from '#store/files/atomic-write.js';
import { appendLabels, checkLabels, labelsFile, readLabels } from '#store/logs/labels.js';
import { shortRunName } from '#store/run/run-names.js';
import type { StoredRun } from '#store/run/stored-runs.js';
import { endSignals } from '../evaluating/interrupt.js';
import { naming, showResults } from '../evaluating/show-results.js';
import type { Io } from '../io.js';
import { type CommandPlace, openCommand, workingDirectory } from '../open-command.js';
import { canAsk, type Terminal } from '../output/terminal.js';

/**
 * Runs `eva label [run]`: a person passes or fails a sample of answers that a judge has judged, on the terminal or through a CSV file. Returns
 * 0 if all answers of the sample have a label of this person, 3 if some have none, and 130 after Ctrl-C. If the run waited for these labels, it
 * is decided: 0 if it passed, else 1.
 */
export async function labelCommand(name: string | undefined, options: LabelOptions, io: Io): Promise<number> {
  const place = openCommand(io, options, { onlyRuns: true });
  const { terminal, root } = place;
  const run = readLabelledRun(root, name);
  const rater = raterOf(options, io);
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

async function labelHere(
  sample: AnswerSample,
  given: readonly (GivenLabel | null)[],
  options: LabelOptions & { readonly rater: string },
  place: CommandPlace,
): Promise<number> {
  const { io, terminal, root } = place;
  const { target, answers } = sample;
  if (given.every((label) => label !== null)) {
    const exitCode = showSummary(sample, given, options, place);
    return (await decideRun(target, options, place)) ?? exitCode;
  }
  if (!canAsk(io))
    throw evaError('EVA_LABEL:no_terminal', 'nobody can answer: standard input or standard error is no terminal', {
      hint: 'label in a spreadsheet: eva label RUN --export FILE.csv, then eva label RUN --import FILE.csv',
    });
  checkLabels(target.promptDir);
  const reader = readerOf(sample, root);
  try {
    const save = (at: number, label: GivenLabel) => {
      const answer = answers[at];
      const drawn = { seed: sample.seed, asked: sample.asked, of: sample.of };
      if (answer) appendLabels(target.promptDir, [labelOf(answer, label, { sample: drawn, rater: options.rater })]);
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

/**
 * Decides a run that waited for these labels, and prints its verdict. Returns the exit code: 0 or 1 for a verdict, 3 if it still waits for others;
 * null if the run waits for none.
 */
async function decideRun(
  { result: { run_id, waits_for, cases } }: StoredRun,
  options: LabelOptions,
  { terminal, root }: CommandPlace,
): Promise<number | null> {
  if (waits_for === undefined && cases.every(({ labels }) => labels === undefined)) return null;
  const decision = await decideWaiting(root, run_id);
  const name = shortRunName(root, run_id);
  if (decision.state === 'settled') return null;
  if (decision.state === 'waits') {
    const command = asCalled(naming('eva label', name, options), terminal);
    terminal.out(` the verdict waits for ${plural(decision.missing, 'label')}: ${command}\n`);
    return 3;
  }
  const { plan, result, rowPath } = decision;
  const exitCode = exitCodeOfRun(result, plan);
  await showResults(terminal, prettyOverview, { nameOf: () => name, flags: options })(plan, result, {
    exitCode,
    rowPath,
  });
  return exitCode;
}

/** Returns the label that a person has given to each answer of a sample; null for answers without one. Reports unreadable lines. */
function givenLabels(
  { target, answers }: AnswerSample,
  rater: string,
  terminal: Terminal,
): readonly (GivenLabel | null)[] {
  const labels = labelsBy(rater, target.promptDir, terminal);
  return answers.map((answer) => labels.get(answerKey(answer)) ?? null);
}

/** Prints what a person has labelled of a sample. Returns 0 if all answers have a label, else 3. */
function showSummary(
  sample: AnswerSample,
  given: readonly (GivenLabel | null)[],
  options: LabelOptions & { readonly rater: string },
  { terminal, root }: CommandPlace,
): number {
  const { target, failed } = sample;
  const isDone = given.every((label) => label !== null);
  terminal.out(
    labelSummary(
      {
        ...{ case: target.testCase.name, run_id: target.result.run_id, rater: options.rater, failed },
        given: given.map((label) => label?.verdict ?? null),
        judged: isDone ? judgedIn(sample, root) : [],
        continues: isDone ? null : asCalled(labelWords(target, options, root), terminal),
      },
      terminal,
    ),
  );
  return isDone ? 0 : 3;
}

function judgedIn(sample: AnswerSample, root: string): readonly (boolean | null)[] {
  const { testCase, expectation, plan } = sample.target;
  const reader = readerOf(sample, root);
  try {
    return sample.answers.map(({ trial }) =>
      judgePasses({ ...reader.read(trial), testCase, expectation, body: plan.body }),
    );
  } finally {
    reader.close();
  }
}

function readerOf({ target, answers }: AnswerSample, root: string): AnswerReader {
  return openAnswers(root, target, new Set(answers.map(({ trial }) => trial)));
}

/** Returns the command line that labels the same sample. */
function labelWords({ result }: StoredRun, options: LabelOptions, root: string): string {
  const { case: name, expectation, number, seed, rater } = options;
  return [
    'eva label',
    shortRunName(root, result.run_id),
    ...(name === undefined ? [] : [flagWords('--case', name)]),
    ...(expectation === undefined ? [] : [flagWords('--expectation', expectation)]),
    ...(number === undefined ? [] : [`-n ${number}`]),
    ...(seed === undefined ? [] : [`--seed ${seed}`]),
    ...(rater === undefined ? [] : [flagWords('--rater', rater)]),
    ...placeFlags(options),
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

/** The label that a person has given an answer, with its note. */
interface GivenLabel {
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

const verdicts: Readonly<Record<string, LabelVerdict>> = { p: 'pass', f: 'fail', s: 'skipped' };

const help = ` p pass, f fail, s skip; a note may follow: f promises a refund
 b the answer before, r the whole rubric, q quit: the next start continues here
`;

/**
 * Shows one answer after another, and saves a label for each line that gives one. Returns all labels, and the exit code of the signal that ended it;
 * null for another end.
 */
async function labelLineByLine(
  { given, answerAt, save }: Labelling,
  { io, terminal }: { readonly io: Io; readonly terminal: Terminal },
): Promise<{ readonly given: Labelling['given']; readonly signalled: number | null }> {
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
        const labelled = labels.filter((label) => label !== null).length;
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

/** Writes a sample to a new CSV file, with the labels that the person has given already. Returns 0. */
function exportCommand(
  sample: AnswerSample,
  given: readonly (GivenLabel | null)[],
  options: LabelOptions & { readonly export: string },
  { io, terminal, root }: CommandPlace,
): number {
  const { path, file } = namedFile(options.export, io);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) throw new EvaError([directory(file)]);
  if (stats)
    throw evaError('EVA_LABEL:export_exists', `${short(file)} exists, and its labels would be lost`, {
      hint: 'name a new file, or import this one first with --import',
    });
  if (!existsSync(dirname(path)))
    throw evaError('EVA_LABEL:no_folder', `the folder of ${short(file)} does not exist`, {
      hint: 'make it with mkdir -p, or name a file in another folder',
    });
  const reader = readerOf(sample, root);
  const answers = function* (): Generator<CsvAnswer> {
    for (const [at, labelled] of sample.answers.entries()) {
      const { verdict = '', note = '' } = given[at] ?? {};
      const { run_id } = labelled;
      yield { answer: viewOfAnswer(reader, sample, at), run_id, id: answerId(labelled), verdict, note };
    }
  };
  try {
    writeAtomically(path, labelCsvLines(answers()));
  } finally {
    reader.close();
  }
  terminal.out(
    `${plural(sample.answers.length, 'answer')} written to ${file}; fill the column "verdict" with pass, fail or skip\n`,
  );
  return 0;
}

/** Appends the labels of a CSV file that are new. Returns 0. Throws all problems of the file at once. */
function importCommand(
  run: StoredRun,
  options: LabelOptions & { readonly import: string; readonly rater: string },
  { io, terminal, root }: CommandPlace,
): number {
  const { rater, seed } = options;
  const { labels, open } = importLabels(namedFile(options.import, io), new ImportPlaces(root, run, seed));
  const promptDir = join(root, 'prompts', run.result.id);
  const givenBefore = labelsBy(rater, promptDir, terminal);
  const added = labels.filter(({ answer, verdict, note }) => {
    const known = givenBefore.get(answerKey(answer));
    return known?.verdict !== verdict || known.note !== note;
  });
  appendLabels(
    promptDir,
    added.map(({ answer, verdict, note }) => labelOf(answer, { verdict, note }, { sample: answer.sample, rater })),
  );
  const known = labels.length - added.length;
  const rest = [
    ...(known > 0 ? [`${known} known already`] : []),
    ...(open > 0 ? [`${plural(open, 'row')} without a verdict`] : []),
  ];
  terminal.out(`${plural(added.length, 'label')} of ${rater} added${rest.length > 0 ? `; ${rest.join(', ')}` : ''}\n`);
  return 0;
}

interface LabelOptions {
  readonly root?: string;
  readonly runs?: string;
  readonly case?: string;
  readonly expectation?: string;
  readonly number?: number;
  readonly seed?: number;
  readonly rater?: string;
  readonly export?: string;
  readonly import?: string;
}

function viewOfAnswer(reader: AnswerReader, { target, answers }: AnswerSample, at: number): AnswerView {
  const { testCase, expectation, plan } = target;
  const trial = answers[at]?.trial ?? 0;
  const texts = reader.read(trial);
  return answerView({ ...texts, testCase, expectation, body: plan.body, references: reader.references(trial) });
}

function labelOf(
  { run_id, case: name, item, draw, response, expectation }: LabelledAnswer,
  { verdict, note }: GivenLabel,
  { sample, rater }: Pick<Label, 'sample' | 'rater'>,
): Label {
  return {
    ...{ label: 1, ts: new Date().toISOString(), run_id, case: name, item, draw, response, expectation },
    ...{ verdict, rater, ...(note !== '' && { note }), sample },
  };
}

/** Returns the last label that a person has given to each answer, by its key. Reports unreadable lines. */
function labelsBy(rater: string, promptDir: string, terminal: Terminal): ReadonlyMap<string, GivenLabel> {
  const { rows, bad } = readLabels(promptDir);
  reportBadLabels(bad, terminal);
  const labels = latestLabels(rows.map(({ value }) => value)).filter((label) => label.rater === rater);
  return new Map(labels.map((label) => [answerKey(label), { verdict: label.verdict, note: label.note ?? '' }]));
}

/** Returns the path of a file that the command line names, and the name to show. */
function namedFile(file: string, io: Io): { readonly path: string; readonly file: string } {
  return { path: resolve(workingDirectory(io), file), file: visible(file) };
}

/** Names the lines of `labels.jsonl` that cannot be read, if there are any. */
export function reportBadLabels(bad: readonly { readonly line: number }[], terminal: Terminal): void {
  if (bad.length === 0) return;
  const shown = bad.slice(0, 8).map(({ line }) => line);
  const lines = shown.join(', ') + (bad.length > 8 ? ', …' : '');
  const are = bad.length === 1 ? 'is' : 'are';
  terminal.err(`${plural(bad.length, 'line')} of ${labelsFile} cannot be read and ${are} skipped: ${lines}\n`);
}
