import { isSpace, type Range, trimmedRange } from './ranges.js';

const ends = '.!?…';
const wideEnds = '。！？｡．';
const closers = '"\'”’)]*_`»」』）';

/** Splits a range of a text into sentences, without the white space around them. Takes linear time. */
export function sentencesIn(text: string, range: Range): readonly Range[] {
  const sentences: Range[] = [];
  let start = range.start;
  for (let at = range.start; at < range.end; ) {
    const isWide = wideEnds.includes(text.charAt(at));
    if (!isWide && !ends.includes(text.charAt(at))) {
      at++;
      continue;
    }
    const afterEnds = skip(text, at, range.end, ends + wideEnds);
    const after = skip(text, afterEnds, range.end, closers);
    if (isWide || isEnd(text, { start: at, end: after }, range.end)) {
      sentences.push({ start, end: after });
      start = after;
    }
    at = after;
  }
  sentences.push({ start, end: range.end });
  return sentences.map((one) => trimmedRange(text, one)).filter((one) => one.end > one.start);
}

/** Returns true if a sentence has a word of at least two letters, or a character of a script without letters of both cases. */
export function hasWords(text: string, { start, end }: Range): boolean {
  return /\p{L}{2}|\p{Lo}/u.test(text.slice(start, end));
}

/** Returns true if a range of a text ends like a sentence. */
export function endsSentence(text: string, { start, end }: Range): boolean {
  let at = end;
  while (at > start && closers.includes(text.charAt(at - 1))) at--;
  return at > start && `${ends}${wideEnds};；`.includes(text.charAt(at - 1));
}

function skip(text: string, from: number, end: number, characters: string): number {
  let at = from;
  while (at < end && characters.includes(text.charAt(at))) at++;
  return at;
}

const abbreviation = /(?:^|[\s(“"'])(?:e\.g|i\.e|vs|cf|approx|z\.B|d\.h|u\.a|mr|mrs|dr|fig|[a-z])$/i;

/** Returns true if a point ends a sentence: white space follows it, and then no lower-case letter, and it ends no abbreviation. */
function isEnd(text: string, { start, end }: Range, limit: number): boolean {
  if (end < limit && !isSpace(text.charCodeAt(end))) return false;
  if (text[start] === '.' && abbreviation.test(text.slice(Math.max(0, start - 8), start))) return false;
  let next = end;
  while (next < limit && isSpace(text.charCodeAt(next))) next++;
  return next >= limit || !/^\p{Ll}/u.test(text.slice(next, next + 2));
}
