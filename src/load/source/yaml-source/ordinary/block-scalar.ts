import type { SourceNode } from '../source-node.js';
import { firstOf, goTo, type Lines, NotOrdinary } from './lines.js';
import { scalarNode } from './scalar.js';

const header = /[|>]-?\n/y;

/** The text that `|` or `>` begins at an offset and lines below go on with, indented more than `indent`; undefined if none begins there. */
export function blockScalar(lines: Lines, start: number, indent: number): SourceNode | undefined {
  const { text } = lines;
  if (text[start] !== '|' && text[start] !== '>') return undefined;
  header.lastIndex = start;
  const opening = header.exec(text)?.[0];
  if (opening === undefined) throw new NotOrdinary();
  const { said, end } = saidIn(text, start + opening.length, indent);
  goTo(lines, end);
  const isFolded = opening.startsWith('>');
  if (isFolded && said.some((line) => line === '' || /^ | $/.test(line))) throw new NotOrdinary();
  return scalarNode(said.join(isFolded ? ' ' : '\n') + (opening.includes('-') ? '' : '\n'), start, end);
}

/** The lines of a block scalar without their indentation, as far as the last that says anything, and where that one ends. */
function saidIn(
  text: string,
  start: number,
  indent: number,
): { readonly said: readonly string[]; readonly end: number } {
  const own = firstOf(text, start) - start;
  if (own <= indent || text[start + own] === '\n') throw new NotOrdinary();
  const said: string[] = [];
  let kept = 0;
  let keptTo = start;
  let at = start;
  while (at < text.length) {
    const first = firstOf(text, at);
    const isBlank = text[first] === '\n';
    if (isBlank ? first > at : first - at < own) {
      if (isBlank || first - at > indent) throw new NotOrdinary();
      break;
    }
    const end = text.indexOf('\n', first);
    said.push(isBlank ? '' : text.slice(at + own, end));
    at = end + 1;
    if (isBlank) continue;
    kept = said.length;
    keptTo = at;
  }
  return { said: said.slice(0, kept), end: keptTo };
}
