/**
 * Returns true if a name fits a pattern without slashes: `*` is any text, `?` one character, `[a-z]` and `[!a]` a set. A hidden name fits
 * only a pattern that begins with a dot. The time is at most the product of both lengths.
 */
export function matchesName(name: string, pattern: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  const marks = marksOf(pattern);
  let at = 0;
  let mark = 0;
  /** The last `*`, and the character up to which it reaches. */
  let star = -1;
  let reached = 0;
  while (at < name.length) {
    const one = marks[mark];
    if (one === 'any') {
      star = mark++;
      reached = at;
    } else if (one?.(name.charAt(at))) {
      mark += 1;
      at += 1;
    } else if (star >= 0) {
      mark = star + 1;
      at = ++reached;
    } else return false;
  }
  while (marks[mark] === 'any') mark += 1;
  return mark === marks.length;
}

/** Returns true if a pattern has characters that stand for others. */
export function isPattern(pattern: string): boolean {
  return /[*?[{]/.test(pattern);
}

type Mark = 'any' | ((character: string) => boolean);

function marksOf(pattern: string): readonly Mark[] {
  const marks: Mark[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    const end = character === '[' ? pattern.indexOf(']', at + 2) : -1;
    if (character === '*') {
      if (marks.at(-1) !== 'any') marks.push('any');
    } else if (character === '?') marks.push(() => true);
    else if (end > 0) {
      marks.push(setOf(pattern.slice(at + 1, end)));
      at = end;
    } else marks.push((other) => other === character);
  }
  return marks;
}

function setOf(inside: string): (character: string) => boolean {
  const isNegated = /^[!^]/.test(inside);
  const set = isNegated ? inside.slice(1) : inside;
  const ranges: (readonly [from: string, to: string])[] = [];
  for (let at = 0; at < set.length; at++) {
    const isRange = set[at + 1] === '-' && at + 2 < set.length;
    ranges.push([set.charAt(at), set.charAt(isRange ? at + 2 : at)]);
    if (isRange) at += 2;
  }
  return (character) => ranges.some(([from, to]) => character >= from && character <= to) !== isNegated;
}
