/** Matches the beginning of a cell that spreadsheets would compute, also with full-width signs. */
const computed = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;

/** Returns the text of a cell of a CSV file, with a `'` before what spreadsheets would compute. */
export function guardedCell(text: string): string {
  return computed.test(text) ? `'${text}` : text;
}

/** Returns a text without the `'` that `guardedCell` puts before it. */
export function unguardedCell(cell: string): string {
  return cell.startsWith("'") && computed.test(cell.slice(1)) ? cell.slice(1) : cell;
}
