import type { ToolCall } from '#model/reply/exchange.js';
import { guardedCell } from '#model/text/spreadsheet-cell.js';
import { findingText } from '../run/claim-words.js';
import type { NamedText, Reply } from '../view/view.js';

export interface CsvTrial {
  readonly name: string;
  readonly reply: Reply;
  /** The tool calls of all turns, in order. Empty if no tool was called, or if the calls are unknown. */
  readonly calls: readonly ToolCall[];
  /** The inputs of the case. Those of an item are in `reply`. */
  readonly inputs: readonly NamedText[];
}

export interface CsvRecord extends CsvTrial {
  readonly prompt: string;
  readonly variant: string;
}

interface CsvColumns {
  readonly fields: readonly string[];
  readonly hasCalls: boolean;
}

const before = ['case', 'item', 'draw'];

const after = ['outcome', 'expected', 'answered', 'inputs', 'reply', 'reason', 'prompt', 'variant'];

const ofCalls = 'tool_calls';

export const csvBeginning: string = `${before.join(',')},`;

/**
 * Renders trials as CSV (RFC 4180), one record each, with a header: one column for each of `fields`, the slice fields, and one for tool calls at the end. A field with the
 * name of another column is `slice.NAME`. Spreadsheets would compute a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return,
 * so it gets a `'` before it.
 */
export function* csvLines(trials: Iterable<CsvRecord>, { fields, hasCalls }: CsvColumns): Generator<string> {
  const own = hasCalls ? [...after, ofCalls] : after;
  const columns = fields.map((field) => ([...before, ...own].includes(field) ? `slice.${field}` : field));
  yield csvRecord([...before, ...columns, ...own]);
  for (const trial of trials) yield csvRecord([...cellsOf(trial, fields), ...(hasCalls ? [callsText(trial)] : [])]);
}

function callsText({ calls }: CsvTrial): string {
  return calls.length > 0 ? JSON.stringify(calls) : '';
}

function cellsOf({ name, reply, inputs, prompt, variant }: CsvRecord, fields: readonly string[]): readonly string[] {
  const { item, outcome, trial } = reply;
  const slice = (field: string) => item?.slices.find((own) => own.name.raw === field)?.value.raw ?? '';
  const classes = item?.classes ?? [];
  return [
    ...[name, item?.id.raw ?? '', String(item ? item.draw : trial)],
    ...fields.map(slice),
    outcome,
    classes.length > 0 ? classes.map(({ expected }) => expected.raw).join('; ') : (item?.expected?.raw ?? ''),
    classes.map(({ answered }) => answered?.raw ?? '').join('; '),
    inputsText(item?.inputs ?? inputs),
    replyText(reply),
    reasonText(reply),
    prompt,
    variant,
  ];
}

function inputsText(inputs: readonly NamedText[]): string {
  const [only, ...others] = inputs;
  if (!only || others.length === 0) return only?.value.raw ?? '';
  return JSON.stringify(Object.fromEntries(inputs.map(({ name, value }) => [name.raw, value.raw])));
}

function replyText({ turns }: Reply): string {
  const [only, ...others] = turns;
  if (!only || others.length === 0) return only?.response.raw ?? '';
  return turns.map(({ message, response }) => `user: ${message.raw}\nreply: ${response.raw}`).join('\n');
}

function reasonText({ findings, unusable }: Reply): string {
  const missed = findings
    .filter(({ mark }) => mark !== 'passed')
    .map((finding) => findingText(finding, undefined, ': '));
  return missed.length > 0 ? missed.join('; ') : (unusable?.raw ?? '');
}

/** Renders a record (RFC 4180). A cell that spreadsheets would compute gets a `'` before it. */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const safe = guardedCell(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
