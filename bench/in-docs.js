import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** The text with what stands between `<!-- name:begin -->` and `<!-- name:end -->` replaced; throws without the two marks. */
export function withSection(text, name, content) {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`no ${begin} … ${end} to write between`);
  return `${text.slice(0, from)}${begin}\n${content.trim()}\n${text.slice(to)}`;
}

/** Rewrites a section of a file and says so; a file that is not there, or has no such section, is left alone. */
export function writeSection(path, name, content) {
  if (!existsSync(path)) return;
  const text = readFileSync(path, 'utf8');
  if (!text.includes(`<!-- ${name}:begin -->`)) return;
  writeFileSync(path, withSection(text, name, content));
  console.log(`${path}: section ${name} written`);
}

/** A Markdown table; all columns but the first are aligned right. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}
