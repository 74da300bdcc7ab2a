import type { Case } from '#model/case.js';
import type { Outlook } from '#model/outlook.js';
import { caseHeading } from './case-heading.js';
import { widestName } from './case-list.js';
import { column, displayWidth } from './clip.js';
import { markOf } from './mark.js';
import { chance, count, plural } from './numbers.js';
import { isStatistical } from './outcome.js';
import { claimOf, isPassable, truthOf, whyImpossible } from './outlook.js';
import { type Screen, usableWidth } from './paint.js';
import { visible } from './visible.js';
import { wrap } from './wrap.js';

/** Cases whose every trial must pass, a line each; queries together. */
export function plainCases(cases: readonly Case[], { paint }: Screen): string[] {
  const queries = cases.filter(({ subject }) => subject.kind === 'trigger').length;
  const named = cases.filter(({ subject }) => subject.kind !== 'trigger');
  const width = Math.min(widestName, Math.max(0, ...named.map(({ name }) => displayWidth(name))));
  const lines = named.map(({ name, sample_size: n }) => `  ${column(name, width)}  ${paint.dim(allMust(n))}`);
  return [...lines, ...(queries > 0 ? [`  ${plural(queries, 'triggering query', 'triggering queries')}`] : [])];
}

function allMust(trials: number): string {
  return trials === 1 ? '1 trial must pass' : `all ${count(trials)} trials must pass`;
}

/** A case with a statistical criterion: what each of its criteria takes to pass, and how probable that is. */
export function statisticalCase(one: Case, outlooks: readonly Outlook[], screen: Screen): string[] {
  return [
    ...caseHeading(null, one.name, one.at, screen),
    ...outlooks.flatMap((outlook) => [...claimLines(outlook, screen), ...table(rowsOf(outlook), screen)]),
  ];
}

function claimLines(outlook: Outlook, screen: Screen): string[] {
  const mark = isPassable(outlook) ? '' : `${markOf(false, screen)} `;
  const room = usableWidth(screen) - 6;
  return wrap(visible(claimOf(outlook)), room).map((line, i) => `    ${i === 0 ? mark : ''}${line}`);
}

type Row = readonly [label: 'test' | 'trials' | 'may fail' | 'chance' | 'for 80%', text: string];

const labelWidth = 'may fail'.length;

function table(rows: readonly Row[], screen: Screen): string[] {
  return rows.flatMap(([label, text]) =>
    wrap(visible(text), usableWidth(screen) - 8 - labelWidth).map(
      (line, i) => `      ${screen.paint.dim((i === 0 ? label : '').padEnd(labelWidth))}  ${line}`,
    ),
  );
}

function rowsOf(outlook: Outlook): readonly Row[] {
  const { n, smallest_n, max_failures, needed_n } = outlook;
  if (!isStatistical(outlook)) return [['trials', allMust(n)]];
  if (!isPassable(outlook)) return [testRow(outlook), ['trials', whyImpossible(outlook)]];
  return [
    testRow(outlook),
    ['trials', `${count(n)} at most; a pass takes ${count(smallest_n)} or more`],
    ...(max_failures === null ? [] : [['may fail', max_failures === 0 ? 'none' : count(max_failures)] as const]),
    ...chanceRows(outlook),
    ...(needed_n === null || needed_n <= n ? [] : [['for 80%', plural(needed_n, 'trial')] as const]),
  ];
}

function testRow({ test, significance_level: level }: Outlook): Row {
  return ['test', level === null ? test : `${test}, at ${Number((level * 100).toPrecision(3))}%`];
}

function chanceRows(outlook: Outlook): readonly Row[] {
  if (outlook.power === null) return [];
  const { value } = outlook.power;
  return [['chance', `${chance(value)} to pass if ${truthOf(outlook)}${inWords(outlook, value)}`]];
}

/** Below a power of 80 % the trials are too few to rely on, unless the values lie closer together than was assumed. */
function inWords({ is_widest_spread }: Outlook, power: number): string {
  if (power >= 0.8) return '';
  if (is_widest_spread) return ', usually more if they do not';
  return `: too few trials, a prompt as good as that would ${power < 0.5 ? 'mostly' : 'often'} be inconclusive`;
}
