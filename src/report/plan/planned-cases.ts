import { type App, type Case, type ConversationSubject, replacesSlowAnswers } from '#model/case.js';
import { isClustered } from '#model/dataset.js';
import { mostTrials } from '#model/limits.js';
import type { Place } from '#model/problem.js';
import { isPassable, type Outlook } from '#model/run/outlook.js';
import { claimTitle, findCase, isTested } from '../run/claim-words.js';
import { headingMark } from '../run/heading.js';
import { widestName } from '../run/progress.js';
import { chance, count, limits, plural } from '../text/numbers.js';
import { justified, type Screen, spanWidth, usableWidth } from '../text/screen.js';
import { labelledRows } from '../text/table.js';
import { argvInWords, column, displayWidth, visible, wrap } from '../text/visible.js';

export function plainCases(cases: readonly Case[], screen: Screen): string[] {
  const queries = cases.filter(({ subject }) => subject.kind === 'trigger').length;
  const named = cases.filter(({ subject }) => subject.kind !== 'trigger');
  const width = Math.min(widestName(screen), Math.max(0, ...named.map(({ name }) => displayWidth(name))));
  const lines = named.map(({ name, sample_size: n }) => `  ${column(name, width)}  ${screen.paint.dim(allMust(n))}`);
  return [...lines, ...(queries > 0 ? [`  ${plural(queries, 'triggering query', 'triggering queries')}`] : [])];
}

function allMust(trials: number): string {
  return trials === 1 ? '1 trial must pass' : `all ${count(trials)} trials must pass`;
}

export function statisticalCase(testCase: Case, outlooks: readonly Outlook[], screen: Screen): string[] {
  return [
    ...caseHeading(testCase.name, testCase.at, screen),
    ...settingsLines(testCase, screen),
    ...outlooks.flatMap((outlook) => [
      ...claimLines(outlook, outlooks, screen),
      ...labelledRows(rowsOf(outlook, testCase), { labelWidth: 'wrong pass'.length, indent: 6 }, screen),
    ]),
  ];
}

/** Returns true if eva assumes the true value of a chance, because the case does not set `expected`. */
function isAssumed(outlook: Outlook, { expected }: Case): boolean {
  return isPassable(outlook) && outlook.power !== null && outlook.power.at !== expected;
}

/** Returns true if eva assumes the true value of a chance among these. */
export function hasAssumed(outlooks: readonly Outlook[], cases: readonly Case[]): boolean {
  return outlooks.some((outlook) => {
    const testCase = findCase(cases, outlook.case);
    return testCase !== undefined && isAssumed(outlook, testCase);
  });
}

function claimLines(outlook: Outlook, all: readonly Outlook[], screen: Screen): string[] {
  const mark = isPassable(outlook) ? '' : `${headingMark(false, screen)} `;
  const room = usableWidth(screen) - 6;
  return wrap(visible(claimTitle(outlook, all)), room).map((line, i) => `    ${i === 0 ? mark : ''}${line}`);
}

/** Returns what the sample of a case counts: `trial`, `item`, `answer` or `cluster`. */
export function unitOf({ dataset }: Case): string {
  if (!dataset) return 'trial';
  if (isClustered(dataset)) return 'cluster';
  return dataset.claim === 'file' && dataset.draws > 1 ? 'answer' : 'item';
}

type Row = readonly [label: string, text: string];

function rowsOf(outlook: Outlook, testCase: Case): readonly Row[] {
  const { n, smallest_n, max_failures } = outlook;
  const isGuess = isAssumed(outlook, testCase);
  const unit = outlook.by === 'people' ? 'label' : unitOf(testCase);
  if (!isTested(outlook)) return [['trials', allMust(n)]];
  if (!isPassable(outlook)) return [[`${unit}s`, whyImpossible(outlook, unit)]];
  const least =
    smallest_n === null || smallest_n <= 1 ? '' : ` (with fewer than ${count(smallest_n)} no run could pass)`;
  return [
    [`${unit}s`, `${count(n)}${unit === 'label' ? '' : ' at most'}${least}`],
    ...meanRow(outlook, isGuess, unit),
    ...(max_failures === null ? [] : [['may fail', mayFail(max_failures, outlook)] as const]),
    wrongPassRow(outlook),
    ...(outlook.can_fail === false ? [neverFailed] : []),
    ...chanceRows(outlook, isGuess, unit),
  ];
}

/** Returns the mean number of trials of a sequential test. Other criteria of the case may end it sooner or later. */
function meanRow({ mean_trials, power }: Outlook, isGuess: boolean, unit: string): readonly Row[] {
  if (!mean_trials || power === null) return [];
  const { at_expected, at_bar, bar } = mean_trials;
  const expected = `${power.truth}${isGuess ? ' (assumed)' : ''}`;
  return [
    ['on average', `settled after ${plural(at_expected, unit)} if ${expected}, after ${count(at_bar)} if ${bar}`],
  ];
}

/** Renders how many trials may fail. A test that stops early when a pass is unlikely allows fewer early failures. */
function mayFail(failures: number, { gives_up }: Outlook): string {
  if (failures === 0) return 'none';
  return gives_up ? `${count(failures)} at most; fewer if they come early, since it gives up` : count(failures);
}

const neverFailed: Row = [
  'failed',
  'never: it ends too soon to show that the claim is false, and is inconclusive then',
];

function wrongPassRow({ test, significance_level: level }: Outlook): Row {
  const most = level === null ? '' : `at most ${Number((level * 100).toPrecision(3))}% of runs `;
  return ['wrong pass', `${most}(${test})`];
}

function chanceRows(outlook: Outlook, isGuess: boolean, unit: string): readonly Row[] {
  const { n, needed_n: needed, power } = outlook;
  if (power === null) return [];
  const isPast = power.value < limits.enough && needed !== null && needed <= n;
  return [
    ['chance', `${chance(power.value)} ${conditionOf(outlook, isGuess)}${tooFew(outlook)}`],
    ...(needed === null || isPast ? [] : [['', `${plural(needed, unit)} give it an 80% chance`] as const]),
  ];
}

function tooFew(outlook: Outlook): string {
  if (!isTooFew(outlook)) return '';
  return `: too few ${outlook.by === 'people' ? 'labels' : 'trials'}, a prompt as good as that would ${isUnlikely(outlook) ? 'mostly' : 'often'} be inconclusive`;
}

function caseHeading(name: string, at: Place | undefined, screen: Screen): string[] {
  const { paint } = screen;
  const width = usableWidth(screen);
  const place = [{ text: placeOf(at), colour: paint.dim }];
  const left = [{ text: '  ' }, { text: visible(name), colour: paint.bold }];
  if (spanWidth([...left, ...place]) + 2 <= width) return [justified(left, place, width).trimEnd()];
  const names = wrap(visible(name), width - 2).map((line) => `  ${paint.bold(line)}`);
  return [...names, ...wrap(placeOf(at), width - 2).map((line) => `  ${paint.dim(line)}`)];
}

function placeOf(at: Place | undefined): string {
  if (!at) return '';
  return visible(at.line === undefined ? at.file : `${at.file}:${at.line}`);
}

function settingsLines(testCase: Case, screen: Screen): string[] {
  const { subject, expectations } = testCase;
  const rows = [
    ...(subject.kind === 'conversation' ? conversationRows(subject, expectations) : []),
    ...(replacesSlowAnswers(testCase) ? [['timeouts', 'ask_again: slow replies may be replaced'] as const] : []),
  ];
  return labelledRows(rows, { labelWidth: 'application'.length, indent: 4 }, screen);
}

function conversationRows(subject: ConversationSubject, expectations: Case['expectations']): readonly Row[] {
  return [
    ['application', appInWords(subject.app)],
    ['user', userInWords(subject)],
    ['turns', `${count(subject.max_turns)} at most`],
    ...rubricRow(expectations),
  ];
}

function appInWords(app: App): string {
  if (app.app === 'model') return `${app.settings.model}, with the prompt as system prompt`;
  if (app.app === 'function') return `a function, ${app.timeout_s} s a response`;
  const env = app.env.length > 0 ? `, with ${app.env.join(', ')}` : '';
  return `${argvInWords(app.argv)}, ${app.timeout_s} s a response${env}`;
}

function userInWords({ user_simulator, writing_style, seed }: ConversationSubject): string {
  const style = writing_style === null ? 'no writing style' : `a writing style for each conversation (seed ${seed})`;
  return `${user_simulator.model}, ${style}`;
}

function rubricRow(expectations: Case['expectations']): readonly Row[] {
  const judges = expectations.flatMap(({ grader }) =>
    grader.grader === 'expected_behavior' && grader.params.rubric === null ? [grader.params.judge.model] : [],
  );
  if (judges.length === 0) return [];
  const by = [...new Set(judges)].join(', ');
  return [['rubrics', `${count(judges.length)} to be written first, by ${by}`]];
}

/** Explains why a criterion cannot pass: `cannot pass with 20 trials, however good they are: it takes at least 59`. */
function whyImpossible({ smallest_n, n }: Outlook, unit: string): string {
  const least =
    smallest_n === null ? `more than the ${count(mostTrials)} that a case can have` : `at least ${count(smallest_n)}`;
  return `cannot pass with ${plural(n, unit)}, however good they are: it takes ${least}`;
}

/** Returns the condition of a power: `to pass if the true rate is 98.5%`. For means it adds the assumed spread. */
function conditionOf({ power, is_widest_spread }: Outlook, isAssumed: boolean): string {
  if (power === null) return '';
  const spread = is_widest_spread ? ' and values lie at both ends of what they can be' : '';
  return `to pass if ${power.truth}${isAssumed ? ' (assumed)' : ''}${spread}`;
}

/** Returns true if the power is below 50 %. Always false for means, whose power assumes the largest possible spread. */
function isUnlikely({ power, is_widest_spread }: Outlook): boolean {
  return power !== null && !is_widest_spread && power.value < limits.even;
}

/**
 * Returns true if a criterion has too few trials: it cannot pass, or its power is too low. Ignores the power of means, which assumes a
 * larger spread than real values have. Power falls a little where one more trial allows no further failure, so that fewer trials can be enough.
 */
export function isTooFew(outlook: Outlook): boolean {
  const { n, needed_n, power, is_widest_spread } = outlook;
  const isEnough = needed_n !== null && needed_n <= n;
  return !isPassable(outlook) || (power !== null && !is_widest_spread && power.value < limits.enough && !isEnough);
}
