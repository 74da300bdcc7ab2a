/** Tags of a template: how they open, and the character without which they are not closed. */
const tags = [
  { open: '{%', close: '%' },
  { open: '{{', close: '}' },
  { open: '{#', close: '#' },
];

/** Returns true if a tag is not closed on its line. promptfoo then takes the whole text as it is written. Reads the text once for each kind of tag. */
export function hasOpenTag(text: string): boolean {
  return tags.some(({ open, close }) => {
    let closes = -1;
    let ends = -1;
    for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, at + 1)) {
      const from = at + open.length;
      if (closes < from) closes = indexOrEnd(text, close, from);
      if (ends < from) ends = indexOrEnd(text, '\n', from);
      if (ends <= closes) return true;
    }
    return false;
  });
}

function indexOrEnd(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index < 0 ? text.length : index;
}

/** The maximum length of what is read of a tag. */
const longestTag = 300;

/** Returns the names of the variables that the tags of a template begin with; of a loop, that of its list and not that of its items. Reads a bounded part of each tag. */
export function namesInTemplate(text: string): readonly string[] {
  const bare = withoutComments(text);
  const names = new Set<string>();
  const ofLoops = new Set<string>();
  for (let at = bare.indexOf('{'); at >= 0; at = bare.indexOf('{', at + 1)) {
    const tag = bare.slice(at, at + longestTag);
    const [, variable] = /^\{\{\s*([A-Za-z_]\w*)[^{}\s|]*\s*(?:\||\}\})/.exec(tag) ?? [];
    const [, condition] = /^\{%-?\s*(?:if|elif)\s+([A-Za-z_]\w*)/.exec(tag) ?? [];
    const [, item, list] = /^\{%-?\s*for\s+(\w+)\s+in\s+([A-Za-z_]\w*)/.exec(tag) ?? [];
    const name = variable ?? condition ?? list;
    if (item !== undefined) ofLoops.add(item);
    if (name !== undefined) names.add(name);
  }
  return [...names].filter((name) => !ofLoops.has(name));
}

function withoutComments(text: string): string {
  const last = text.lastIndexOf('#}') + 2;
  if (last < 2) return text;
  return text.slice(0, last).replace(/\{#[\s\S]*?#\}/g, '') + text.slice(last);
}
