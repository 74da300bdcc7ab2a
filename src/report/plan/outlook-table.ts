import type { Case } from '#model/case.js';
import { groupBy } from '#model/data/collections.js';
import { isPassable, type Outlook } from '#model/run/outlook.js';
import type { RunPlan } from '#model/run/run.js';
import type { CriterionSpec } from '#model/settings.js';
import { promptWord } from '#model/text/quoted.js';
import { claimName, isTested } from '../run/claim-words.js';
import { chance, count, plural } from '../text/numbers.js';
import { asCalled, type Screen, usableWidth } from '../text/screen.js';
import { clip, column, displayWidth, visible, wrap } from '../text/visible.js';
import { hasAssumed, isTooFew, unitOf } from './planned-cases.js';

interface Row {
  readonly isTooFew: boolean;
  readonly label: string;
  readonly bar: string;
  readonly trials: string;
  readonly figures: Figures | string;
}

/** `chance` is `81% if 97%`: the chance of a pass and the true value that it assumes. */
interface Figures {
  readonly mayFail: string;
  readonly chance: string;
  readonly needed: string;
}

const titles = {
  label: 'case',
  bar: 'bar',
  trials: 'trials',
  figures: { mayFail: 'may fail', chance: 'chance', needed: '80% chance with' },
} as const;

export function outlookTable({ cases, outlooks }: RunPlan, screen: Screen): string[] {
  const ofCase = groupBy(outlooks, (outlook) => outlook.case);
  const rows = cases.flatMap((testCase) => rowsOf(testCase, ofCase.get(testCase.name) ?? []));
  const lines = usableWidth(screen) < narrowest ? narrowLines(rows, screen) : tableLines(rows, screen);
  return [
    ...lines,
    ...[everyTrialText(cases, outlooks), legend(cases, outlooks)]
      .filter((text) => text !== '')
      .flatMap((text) => wrap(text, usableWidth(screen) - 3))
      .map((line) => screen.paint.dim(`   ${line}`)),
  ];
}

/** Renders a note: `! 2 of 9 criteria have too few trials: eva plan support-triage`; empty if all have enough. */
export function fewTrialsNote({ id, outlooks }: RunPlan, screen: Screen, placed: readonly string[] = []): string {
  const tested = outlooks.filter(isTested);
  const few = tested.filter(isTooFew).length;
  if (few === 0) return '';
  const counted = `${count(few)} of ${plural(tested.length, 'criterion', 'criteria')}`;
  const text = `${counted} ${few === 1 ? 'has' : 'have'} too few trials: ${visible(asCalled(['eva plan', promptWord(id), ...placed].join(' '), screen))}`;
  return wrap(text, usableWidth(screen) - 3)
    .map((line, i) => `${i === 0 ? ` ${screen.paint.yellow('!')} ` : '   '}${line}\n`)
    .join('');
}

/** The minimum width for figures beside the name, in columns. On narrower screens they are below it. */
const narrowest = 70;

function rowsOf(testCase: Case, outlooks: readonly Outlook[]): readonly Row[] {
  const specs = testCase.expectations.flatMap(({ criteria }) => criteria);
  const rows = outlooks.map((outlook, i) => ({ outlook, spec: specs[i] })).filter(({ outlook }) => isTested(outlook));
  return rows.map(({ outlook, spec }, i) => ({
    isTooFew: isTooFew(outlook),
    label: rows.length === 1 ? testCase.name : `${i === 0 ? `${testCase.name}: ` : '  '}${nameOf(outlook, outlooks)}`,
    bar: spec?.criterion === outlook.criterion ? barOf(spec) : '',
    trials:
      outlook.by === 'people' ? plural(outlook.n, 'label') : `${outlook.mean_trials ? '≤ ' : ''}${count(outlook.n)}`,
    figures: figuresOf(outlook, unitOf(testCase)),
  }));
}

/** Returns the name of a claim; of one about classes its quantity, since the bar is beside it: `recall of fraud`. */
function nameOf(outlook: Outlook, outlooks: readonly Outlook[]): string {
  const isOfClasses = /^(?:recall|precision|f1)_/.test(outlook.criterion);
  const [quantity = ''] = outlook.claim.replace(/^the /, '').split(' is at least ', 1);
  return isOfClasses ? quantity : claimName(outlook, outlooks);
}

const signs: Readonly<Record<string, string>> = { lt: '<', lte: '≤', gt: '>', gte: '≥' };

/** Returns the bar of a criterion: `95%`, `< 4`; empty for a custom criterion. */
function barOf({ criterion, params: { proportion, threshold } }: CriterionSpec): string {
  if (typeof proportion === 'number') return percent(proportion, 12);
  const sign = signs[criterion.split('_').at(-1) ?? ''];
  return sign !== undefined && typeof threshold === 'number' ? `${sign} ${threshold}` : '';
}

function figuresOf(outlook: Outlook, unit: string): Row['figures'] {
  const { n, smallest_n, mean_trials, power, max_failures, needed_n } = outlook;
  if (!isPassable(outlook))
    return smallest_n === null ? 'cannot pass' : `cannot pass: it takes ${plural(smallest_n, unit)}`;
  if (mean_trials && power) {
    const mean = count(Math.min(n, mean_trials.at_expected));
    return `${chance(power.value)} chance · about ${mean} if ${truthOf(outlook.criterion, power)}`;
  }
  return {
    mayFail: max_failures === null ? '' : count(max_failures),
    chance: power === null ? '' : `${chance(power.value)} if ${shortTruth(power)}`,
    needed: needed_n === null ? '' : count(needed_n),
  };
}

function truthOf(criterion: string, { at, truth }: NonNullable<Outlook['power']>): string {
  return criterion.startsWith('proportion_') ? `${percent(at, 3)} pass` : truth;
}

function shortTruth({ at, truth }: NonNullable<Outlook['power']>): string {
  const [, value = percent(at, 3)] = /^the true \w+ is (\S+)/.exec(truth) ?? [];
  return value;
}

function percent(share: number, digits: number): string {
  return `${Number((share * 100).toPrecision(digits))}%`;
}

function tableLines(rows: readonly Row[], screen: Screen): string[] {
  if (rows.length === 0) return [];
  const all = [titles, ...rows];
  const widest = (textOf: (row: Pick<Row, 'bar' | 'trials' | 'figures'>) => string) =>
    Math.max(...all.map((row) => displayWidth(visible(textOf(row)))));
  const [bar, trials] = [widest(({ bar }) => bar), widest((row) => row.trials)];
  const chances = Math.max(...all.map(({ figures }) => (typeof figures === 'string' ? 0 : figures.chance.length)));
  const rest = titles.figures.mayFail.length + chances + titles.figures.needed.length + 4;
  const room = usableWidth(screen) - 3 - bar - trials - rest - 6;
  const label = Math.min(room, Math.max(...all.map((row) => displayWidth(row.label))));
  const inColumns = ({ mayFail, chance: own, needed }: Figures) =>
    [
      mayFail.padStart(titles.figures.mayFail.length),
      own.padStart(chances),
      needed.padStart(titles.figures.needed.length),
    ].join('  ');
  const line = ({ figures, ...row }: Omit<Row, 'isTooFew'>) => {
    const words = typeof figures === 'string' ? clip(figures, rest + room - label) : inColumns(figures);
    return `${column(row.label, label)}  ${row.bar.padStart(bar)}  ${row.trials.padStart(trials)}  ${words}`.trimEnd();
  };
  return [screen.paint.dim(`   ${line(titles)}`), ...rows.map((row) => `${startOf(row, screen)}${line(row)}`)];
}

function narrowLines(rows: readonly Row[], screen: Screen): string[] {
  const width = usableWidth(screen) - 5;
  return rows.flatMap((row) => [
    `${startOf(row, screen)}${clip(row.label, width + 2)}`,
    ...wrap(inOneSentence(row), width).map((line) => `     ${line}`),
  ]);
}

function inOneSentence({ bar, trials, figures }: Row): string {
  const parts =
    typeof figures === 'string'
      ? [figures]
      : [
          ...(figures.mayFail === '' ? [] : [`${figures.mayFail} may fail`]),
          ...(figures.chance === '' ? [] : [figures.chance.replace(' if ', ' chance if ')]),
          ...(figures.needed === '' ? [] : [`80% with ${figures.needed}`]),
        ];
  return [
    ...(bar === '' ? [] : [`bar ${bar}`]),
    /label/.test(trials) ? trials : `${trials} ${trials === '1' ? 'trial' : 'trials'}`,
    ...parts,
  ].join(' · ');
}

function startOf(row: Row, { paint }: Screen): string {
  return row.isTooFew ? ` ${paint.yellow('!')} ` : '   ';
}

function everyTrialText(cases: readonly Case[], outlooks: readonly Outlook[]): string {
  const tested = new Set(outlooks.filter(isTested).map((outlook) => outlook.case));
  const looks = cases.filter(({ look }) => look).length;
  const plain = cases.filter(({ name, look }) => !tested.has(name) && !look);
  const queries = plain.filter(({ subject }) => subject.kind === 'trigger').length;
  const counts = [
    ...(plain.length > queries ? [plural(plain.length - queries, 'case')] : []),
    ...(queries > 0 ? [plural(queries, 'triggering query', 'triggering queries')] : []),
  ];
  const texts = [
    ...(counts.length === 0 ? [] : [`${counts.join(', ')}: every trial must pass`]),
    ...(looks === 0 ? [] : [`${plural(looks, 'look')}: shown, not judged`]),
  ];
  return texts.join(' · ');
}

function legend(cases: readonly Case[], outlooks: readonly Outlook[]): string {
  const withChance = outlooks.filter((outlook) => isTested(outlook) && outlook.power !== null);
  if (withChance.length === 0) return '';
  const isGuess = hasAssumed(withChance, cases);
  const parts = [
    ...(withChance.some(isTooFew) ? ['!: too few trials'] : []),
    `chance: the probability of a pass if that is the true value: \`expected\`${isGuess ? ', or where it is not set a value that eva assumes' : ''}`,
    ...(withChance.some((outlook) => outlook.mean_trials)
      ? ['about: the mean number until the claim is settled; other claims and slices of its case may take more']
      : []),
    ...(withChance.some((outlook) => outlook.is_widest_spread)
      ? ['of means: if their values lie at the two ends of their range; other values have another chance']
      : []),
  ];
  return parts.join(' · ');
}
