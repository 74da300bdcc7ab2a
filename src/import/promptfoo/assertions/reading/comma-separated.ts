/**
 * Splits a text at its commas, as promptfoo does: white space around an item is dropped, empty items are skipped, and an item in double
 * quotes may have commas. Returns undefined for a quote that is not closed, or has text behind it.
 */
export function splitAtCommas(text: string): readonly string[] | undefined {
  const items: string[] = [];
  let rest = text;
  for (;;) {
    rest = rest.replace(/^[\s,]+/, '');
    if (rest === '') return items;
    if (!rest.startsWith('"')) {
      const end = rest.includes(',') ? rest.indexOf(',') : rest.length;
      items.push(rest.slice(0, end).trim());
      rest = rest.slice(end);
      continue;
    }
    const quoted = /^"((?:\\["\\]|""|[^"])*)"(?!")\s*(?=,|$)/.exec(rest);
    if (!quoted) return undefined;
    items.push((quoted[1] ?? '').replace(/\\(["\\])|""/g, (_, escaped: string | undefined) => escaped ?? '"'));
    rest = rest.slice(quoted[0].length);
  }
}
