import type { ReplyOutcome } from '#report/view/view.js';
import { partKey, type ReplyHead, type ReplyRow, replyName } from './reply-row.js';

const outcomeChoices = ['not_passed', 'ungraded', 'passed', 'all'] as const;

export type OutcomeChoice = (typeof outcomeChoices)[number];

/** `file`: by case and trial. `latency`: the slowest first. `score`: the lowest score of a judge first. */
export const orders = ['file', 'latency', 'score'] as const;

export type Order = (typeof orders)[number];

/** The replies that a reader asks for. An empty text selects all. */
export interface ReplyFilter {
  readonly outcome: OutcomeChoice;
  readonly run: string;
  readonly case: string;
  /** A part of an expectation that they missed: `ReplyCheck.about`. */
  readonly check: string;
  readonly slices: Readonly<Record<string, string>>;
  /** A text in their inputs, answers, names and reasons, without regard to case. */
  readonly text: string;
  readonly order: Order;
}

export const allNotPassed: ReplyFilter = {
  outcome: 'not_passed',
  run: '',
  case: '',
  check: '',
  slices: {},
  text: '',
  order: 'file',
};

const texts = ['run', 'case', 'check', 'text'] as const;

/** Names in addresses that are no slice field. A field with such a name, or with the prefix, is written with the prefix. */
const reserved: readonly string[] = ['outcome', 'order', 'from', 'find', ...texts];

const slicePrefix = 'slice.';

/** Returns the filter that a list opens with: what did not pass, or all replies if every one passed. */
export function openingFilter({ counts }: Pick<ReplyHead, 'counts'>): ReplyFilter {
  return hasOnlyPassed({ counts }) ? { ...allNotPassed, outcome: 'all' } : allNotPassed;
}

export function hasOnlyPassed({ counts }: Pick<ReplyHead, 'counts'>): boolean {
  return counts.failed + counts.ungraded + counts.missing === 0;
}

/** Returns the filter as the query of an address: `case=tickets&language=Dutch`; empty for the one that the list opens with. */
export function filterQuery(filter: ReplyFilter, head: Pick<ReplyHead, 'counts'>): string {
  const query = new URLSearchParams();
  if (filter.outcome !== openingFilter(head).outcome) query.set('outcome', filter.outcome);
  for (const name of texts) if (filter[name] !== '') query.set(name, filter[name]);
  for (const [field, value] of Object.entries(filter.slices)) if (value !== '') query.set(sliceName(field), value);
  if (filter.order !== allNotPassed.order) query.set('order', filter.order);
  return query.toString();
}

function sliceName(field: string): string {
  return reserved.includes(field) || field.startsWith(slicePrefix) ? slicePrefix + field : field;
}

/** Reads the query of an address. Ignores unknown names, and choices that do not exist. */
export function readFilter(query: string, { slices, counts }: Pick<ReplyHead, 'slices' | 'counts'>): ReplyFilter {
  const given = new URLSearchParams(query);
  const text = (name: string) => given.get(name) ?? '';
  const fields = slices.map(({ field }) => [field.raw, text(sliceName(field.raw))] as const);
  return {
    outcome: outcomeChoices.find((one) => one === text('outcome')) ?? openingFilter({ counts }).outcome,
    run: text('run'),
    case: text('case'),
    check: text('check'),
    slices: Object.fromEntries(fields.filter(([, value]) => value !== '')),
    text: text('text'),
    order: orders.find((one) => one === text('order')) ?? allNotPassed.order,
  };
}

export function matcher(filter: ReplyFilter, head: ReplyHead): (row: ReplyRow, searched?: string) => boolean {
  const words = filter.text.trim().toLowerCase();
  const missed = new Set(
    head.checks.flatMap(({ case: index, part, about }) => (about.raw === filter.check ? [`${index} ${part}`] : [])),
  );
  const isOfCheck = (row: ReplyRow) =>
    row.findings.some((finding) => finding.mark !== 'passed' && missed.has(`${row.case} ${partKey(finding)}`));
  return (row, searched) => {
    const own = head.cases[row.case];
    if (!fitsOutcome(row.outcome, filter.outcome)) return false;
    if (filter.case !== '' && own?.name.raw !== filter.case) return false;
    if (filter.run !== '' && head.runs[own?.run ?? 0]?.key !== filter.run) return false;
    if (filter.check !== '' && !isOfCheck(row)) return false;
    if (!Object.entries(filter.slices).every(([field, value]) => sliceOf(row, field) === value)) return false;
    return words === '' || (searched ?? searchedText(row, head)).includes(words);
  };
}

export function fitsOutcome(outcome: ReplyOutcome | undefined, choice: OutcomeChoice): boolean {
  if (choice === 'all') return true;
  return choice === 'not_passed' ? outcome !== 'passed' : outcome === choice;
}

function sliceOf({ item }: ReplyRow, field: string): string | undefined {
  return item?.slices.find(({ name }) => name.raw === field)?.value.raw;
}

export function searchedText(row: ReplyRow, { cases }: ReplyHead): string {
  const { item, turns, findings, unusable, missing, extracted } = row;
  const own = cases[row.case];
  const texts = [
    own?.name,
    item?.id,
    ...[...(own?.inputs ?? []), ...(item?.inputs ?? [])].map(({ value }) => value),
    ...turns.flatMap(({ message, response, calls = [], steps = [] }) => [
      message,
      response,
      ...calls.flatMap((call) => [call.name, call.arguments, call.result]),
      ...steps.flatMap((step) => [step.name, step.input, step.output]),
    ]),
    extracted,
    ...findings.flatMap(({ about, reason, excerpt }) => [about, reason, excerpt?.text]),
    unusable,
    missing,
  ];
  return texts
    .flatMap((text) => text?.raw ?? [])
    .join('\n')
    .toLowerCase();
}

/** Returns the lowest score that a judge gave, as a share of the best one; null without a score. */
export function lowestScore({ findings }: Pick<ReplyRow, 'findings'>): number | null {
  const scores = findings.flatMap(({ score, scale }) => (score === undefined ? [] : [score / (scale?.best ?? 1)]));
  return scores.length === 0 ? null : Math.min(...scores);
}

/** Returns rows in an order. Rows without the number that decides come last. */
export function ordered(rows: readonly ReplyRow[], order: Order): readonly ReplyRow[] {
  if (order === 'file') return rows;
  const numberOf = (row: ReplyRow) => (order === 'latency' ? negative(row.latency_s) : lowestScore(row));
  const numbers = new Map(rows.map((row) => [row, numberOf(row) ?? Number.POSITIVE_INFINITY]));
  return rows.toSorted((a, b) => {
    const [left = 0, right = 0] = [numbers.get(a), numbers.get(b)];
    return left === right ? 0 : left - right;
  });
}

function negative(value: number | null): number | null {
  return value === null ? null : -value;
}

export const rowsOnPage = 50;

/**
 * One page of the list, also as the answer of a server to `GET <address>?<filterQuery>&from=<place>`. A place is opaque: the number of a
 * row, or a byte offset in `trials.jsonl`. The first page begins at 0.
 */
export interface RowPage {
  readonly rows: readonly ReplyRow[];
  /** The place of the next page; null if this is the last one. */
  readonly next: number | null;
  /** The number of all rows that fit, and that of the first on this page from 0; absent if counting them would take too long. */
  readonly total?: number;
  readonly first?: number;
}

/** The answer of a server to `GET <address>?find=<linkTo(link)>`: the place of the page of all replies that has the row; null if no row has this link. */
export interface FoundRow {
  readonly from: number | null;
}

export interface RowSource {
  readonly head: ReplyHead;
  readonly orders: readonly Order[];
  readonly read: (filter: ReplyFilter, from: number) => Promise<RowPage>;
  readonly find: (link: ReplyLink) => Promise<FoundRow>;
}

/** One reply in an address: `#t=tickets/NL-1043`, and `&run=…` if the page has several runs. */
export interface ReplyLink {
  /** The key of the run; empty if the page has one run. */
  readonly run: string;
  readonly case: string;
  /** As `replyName` returns it. */
  readonly reply: string;
}

export function linkTo({ run, case: name, reply }: ReplyLink): string {
  const place = [name, ...reply.split('/')].map(encoded).join('/');
  return `#t=${place}${run === '' ? '' : `&run=${encoded(run)}`}`;
}

/** Reads a fragment; null if it names no reply. */
export function readLink(fragment: string): ReplyLink | null {
  const [, place = '', run = ''] = /^#t=([^&]+)(?:&run=([^&]*))?$/.exec(fragment) ?? [];
  try {
    const [name = '', ...reply] = place.split('/').map(decodeURIComponent);
    return reply.length === 0 ? null : { run: decodeURIComponent(run), case: name, reply: reply.join('/') };
  } catch {
    return null;
  }
}

export function linkOf(row: ReplyRow, { cases, runs }: ReplyHead): ReplyLink {
  const own = cases[row.case];
  const run = runs.length > 1 ? (runs[own?.run ?? 0]?.key ?? '') : '';
  return { run, case: own?.name.raw ?? '', reply: replyName(row) };
}

/** Encodes a text for an address. Lone surrogates, which no address can hold, become U+FFFD. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}
