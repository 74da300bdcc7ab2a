/** Matches the count at the end of several problems. */
const isCount = (block: string) => /^\d+ (problem|warning)s?\b.*$/.test(block);

/** Returns each problem of an output in one line: `file:line:col CODE message → hint`, and after `¶` a line to paste. */
export function problemLines(said: string): readonly string[] {
  const lines: string[] = [];
  const blocks = said.trimEnd().split('\n\n');
  for (const block of blocks.filter((text) => !isCount(text))) {
    const line = problemLine(block);
    if (line !== null) lines.push(line);
    else lines.push([...lines.splice(-1), ...block.split('\n')].join(' ¶ '));
  }
  return lines;
}

/** Returns the line of a problem without the line of its file; null for lines to paste, which belong to the problem above. */
function problemLine(block: string): string | null {
  const [first = '', ...below] = block.split('\n').filter((line, at) => at === 0 || !/^ *\d+ \|/.test(line));
  const text = below.map((line) => line.replace(/^ +\|/, '').replace(/^ *\^+/, '')).join('\n');
  const [found, code] = /(?:^|\s)(EVA_[A-Z0-9_]+)$/m.exec(text) ?? [];
  if (found === undefined) return null;
  const hint = text.replace(found, '').replace(/^ = /gm, '').replace(/\s+/g, ' ').trim();
  const [, place, message] = /^(.*?) {2}(.*)$/.exec(first) ?? [undefined, undefined, first];
  return `${place === undefined ? '' : `${place} `}${code} ${message} → ${hint}`;
}
