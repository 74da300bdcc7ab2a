import { promptWord, shellWord } from '#model/text/quoted.js';
import { markSpan } from '../run/heading.js';
import { builtInText, count, duration, usd } from '../text/numbers.js';
import type { PaintedSpan, Screen } from '../text/screen.js';
import { asCalled } from '../text/screen.js';
import { type Column, tableLines, tableWidth } from '../text/table.js';
import { clip, displayWidth, visible, wrap } from '../text/visible.js';
import { type ListedEntry, outcomeInWords, outcomeOfEntry, outcomeSpans, whenInWords } from './log-entry.js';

export interface LogView {
  /** Runs, the newest last. */
  readonly entries: readonly ListedEntry[];
  readonly earlier: number;
  /** The id of the prompt whose runs are listed; null for all prompts. */
  readonly id: string | null;
  readonly names: ReadonlyMap<string, string>;
  readonly now: Date;
  /** The command that goes on with all that the last command left; null if that was one run, or if nothing is left. */
  readonly next?: string | null;
  /** The flags that name the library and its runs. */
  readonly place?: readonly string[];
}

export function renderLog(view: LogView, screen: Screen): string {
  if (view.entries.length === 0) return `${nothing(view, screen)}\n`;
  const width = Math.max(40, Math.min(screen.width, widest));
  const resume = [...itemsLines(view, width, screen), ...resumeLines(view, width, screen)];
  const lines = [...earlierLine(view, screen), ...runLines(view, width, screen), ...priceLine(view, screen)];
  return `\n${[...lines, ...(resume.length > 0 ? ['', ...resume] : [])].join('\n')}\n`;
}

const widest = 120;

const wide = 100;

function nothing({ id, place = [] }: LogView, screen: Screen): string {
  const command = visible(asCalled(['eva eval', promptWord(id ?? 'ID'), ...place].join(' '), screen));
  return id === null ? `no runs yet: ${command} makes one` : `no runs of ${visible(id)} yet: ${command}`;
}

function earlierLine({ earlier, id, place = [] }: LogView, screen: Screen): string[] {
  const words = ['eva log', ...(id === null ? [] : [promptWord(id)]), '--all', ...place];
  const command = visible(asCalled(words.join(' '), screen));
  return earlier === 0 ? [] : [screen.paint.dim(`    … ${count(earlier)} earlier; ${command} shows them`)];
}

function priceLine({ entries }: LogView, { paint }: Screen): string[] {
  const text = builtInText(entries.map(({ built_in_prices }) => built_in_prices));
  return text === '' ? [] : [paint.dim(`    costs with ${text}`)];
}

/** Renders one line per run. On narrow screens the outcome has its own lines below. */
function runLines(view: LogView, width: number, screen: Screen): string[] {
  const columns = columnsOf(view, width, screen);
  const needed = columns.filter(({ leave }) => leave === undefined);
  if (tableWidth(needed) <= width) return tableLines(columns, width, screen.paint.dim);
  return narrowLines(view, width, screen);
}

function columnsOf(view: LogView, width: number, screen: Screen): readonly Column[] {
  const { entries } = view;
  const cells = (textOf: (entry: ListedEntry) => string) => entries.map((entry) => [{ text: textOf(entry) }]);
  const columns: readonly Column[] = [
    ...dateColumns(view, { hasTime: width >= wide, nameWidth: Math.max(12, Math.floor(width / 4)) }, screen),
    ...modelColumn(view, Math.max(12, Math.floor(width / 5))),
    { title: 'outcome', cells: entries.map((entry) => outcomeSpans(entry, screen)) },
    { title: 'replies', cells: cells(({ replies }) => orDash(replies, count)), isNumber: true, leave: 1 },
    { title: 'time', cells: cells(({ duration_s }) => orDash(duration_s, duration)), isNumber: true, leave: 2 },
    { title: 'cost', cells: cells(({ cost_usd }) => orDash(cost_usd || null, usd)), isNumber: true, leave: 3 },
    { title: 'run', cells: cells((entry) => runName(entry, view)) },
  ];
  return columns.filter(
    ({ leave, cells: own }) => leave === undefined || own.some(([cell]) => cell?.text !== noFigure),
  );
}

function modelColumn({ entries }: LogView, width: number): readonly Column[] {
  if (entries.every(({ variant }) => variant === undefined)) return [];
  const textOf = ({ variant, override }: ListedEntry) =>
    variant === undefined ? noFigure : clip(override ? `${variant} (not of the files)` : variant, width);
  return [{ title: 'model', cells: entries.map((entry) => [{ text: textOf(entry) }]), leave: 4 }];
}

function dateColumns(
  { entries, now }: LogView,
  { hasTime, nameWidth }: { readonly hasTime: boolean; readonly nameWidth: number },
  screen: Screen,
): readonly Column[] {
  return [
    { title: ' ', cells: entries.map((entry) => [markOf(entry, screen)]) },
    { title: 'when', cells: entries.map(({ ts }) => [{ text: whenInWords(ts, now, hasTime) }]) },
    { title: 'prompt', cells: entries.map(({ id }) => [{ text: id === null ? '(unknown)' : clip(id, nameWidth) }]) },
  ];
}

function narrowLines(view: LogView, width: number, screen: Screen): string[] {
  const { entries } = view;
  const run: Column = { title: 'run', cells: entries.map((entry) => [{ text: runName(entry, view) }]) };
  const table = (nameWidth: number) => [...dateColumns(view, { hasTime: false, nameWidth }, screen), run];
  const nameWidth = Math.max(8, width - (tableWidth(table(8)) - 8));
  const [heading = '', ...lines] = tableLines(table(nameWidth), width, screen.paint.dim);
  const outcomes = entries.map((entry) => wrap(outcomeInWords(entry), width - 4));
  return [heading, ...lines.flatMap((line, i) => [line, ...(outcomes[i] ?? []).map((text) => `    ${text}`)])];
}

function markOf(entry: ListedEntry, screen: Screen): PaintedSpan {
  const outcome = outcomeOfEntry(entry);
  return outcome === null ? { text: ' ' } : markSpan(outcome, screen);
}

const noFigure = '–';

function orDash(value: number | null, inWords: (value: number) => string): string {
  return value === null ? noFigure : inWords(value);
}

/** The maximum width of a run's name, in columns. Names from eva have 23, but a row may contain any text. */
const longestName = 30;

function runName({ run_id }: ListedEntry, { names }: LogView): string {
  return run_id === null ? noFigure : clip(names.get(run_id) ?? run_id, longestName);
}

function itemsLines({ entries }: LogView, width: number, screen: Screen): string[] {
  const last = entries.findLast(({ state, compare }) => state === 'collected' && compare?.outcome !== undefined);
  if (!last?.comparison) return [];
  const command = visible(asCalled(`${last.comparison.command} --items changed`, screen));
  return noteLines('the answers that changed in the last comparison:', command, width, screen);
}

function noteLines(note: string, command: string, width: number, { paint }: Screen): string[] {
  return displayWidth(note) + displayWidth(command) + 5 <= width
    ? [`    ${note} ${paint.cyan(command)}`]
    : [`    ${note}`, ...wrap(command, width - 6).map((line) => `      ${paint.cyan(line)}`)];
}

function resumeLines({ entries, names, next = null }: LogView, width: number, screen: Screen): string[] {
  const open = entries.filter(({ resume }) => resume !== null);
  const last = open.at(-1);
  const resume = next ?? (last?.resume == null ? null : withShortName(last.resume, last.run_id ?? '', names));
  if (resume === null) return [];
  const command = visible(asCalled(resume, screen));
  const newest = next === null ? 'the newest' : 'those of the last command';
  const note = open.length === 1 ? '1 can be continued:' : `${count(open.length)} can be continued, ${newest} with:`;
  return noteLines(note, command, width, screen);
}

function withShortName(command: string, runId: string, names: ReadonlyMap<string, string>): string {
  return command.replace(` --resume ${shellWord(runId)}`, () => ` --resume ${shellWord(names.get(runId) ?? runId)}`);
}
