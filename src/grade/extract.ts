import type { Case } from '#model/case.js';
import { unreachable } from '#model/data/collections.js';
import { canonicalJson } from '#model/data/digest.js';
import { endOfString, type JsonValue, repeatedKeyIn } from '#model/data/json.js';
import { startsOfJson } from '#model/data/json-inside.js';
import type { CheckSpec, ExtractSpec } from '#model/grader.js';
import type { Place, Problem } from '#model/problem.js';
import { placed } from '#model/problem.js';
import { isBlank } from '#model/text/characters.js';
import { quoted, short } from '#model/text/quoted.js';
import type { CheckContext } from './check-parts/check.js';
import { excerptAt, quote } from './check-parts/excerpt.js';
import {
  excerptByKeys,
  findByKeys,
  jsonInResponse,
  notJson,
  pointerKeys,
  repeatedKey,
  type Span,
  spanByKeys,
} from './check-parts/json-in-response.js';
import { Preparation, type RefusedCheck, refusedCheck } from './check-parts/preparation.js';
import { extractByModule } from './checks/code.js';
import { readPattern, search } from './pattern/search.js';
import { type FoundPiece, fencedBlocks, type Piece } from './piece.js';

/** The pieces of one reply, each extracted once. */
export class Pieces {
  readonly reply: string;
  readonly #usual: ExtractSpec | undefined;
  readonly #context: CheckContext;
  readonly #known = new Map<ExtractSpec, Promise<Piece>>();

  /** `usual` is the piece that checks and rubrics see which name none; undefined for the whole reply. */
  constructor(reply: string, usual: ExtractSpec | undefined, context: CheckContext) {
    this.reply = reply;
    this.#usual = usual;
    this.#context = context;
  }

  /** Returns the piece that a check sees; the whole reply at once, so that grading it takes no further turn of the event loop. */
  of(own?: CheckSpec['extract']): Piece | Promise<Piece> {
    const spec = own ?? this.#usual;
    if (spec === undefined || spec === 'whole') return { text: this.reply };
    const known = this.#known.get(spec) ?? pieceOf(spec, this.reply, this.#context);
    this.#known.set(spec, known);
    return known;
  }
}

/** Extracts a piece. One without text is nothing: checks that forbid something would hold for it. */
async function pieceOf(spec: ExtractSpec, reply: string, context: CheckContext): Promise<Piece> {
  const piece = await foundBy(spec, reply, context);
  return 'text' in piece && isBlank(piece.text) ? { nothing: 'the extracted text is empty' } : piece;
}

async function foundBy(spec: ExtractSpec, reply: string, context: CheckContext): Promise<Piece> {
  if (spec === 'json') return onlyJsonPiece(reply);
  if ('tag' in spec) return taggedPiece(reply, spec.tag);
  if ('json' in spec) return jsonPiece(reply, spec.json);
  if ('fence' in spec) return fencedPiece(reply, spec.fence);
  if ('matches' in spec) return await matchedPiece(reply, spec, context);
  if ('module' in spec) return await modulePiece(reply, spec.module, context);
  return unreachable(spec);
}

async function modulePiece(reply: string, use: string, context: CheckContext): Promise<Piece> {
  const taken = await extractByModule(use, reply, context);
  if ('failed' in taken) return { nothing: taken.failed };
  const { text } = taken;
  if (text === null) return { nothing: `${use} found nothing in the response` };
  const start = reply.indexOf(text);
  return { text, ...(start !== -1 && start === reply.lastIndexOf(text) && { start }) };
}

/** Lists a problem for each `extract` of these cases that cannot be used, such as a broken pattern. */
export function planExtracts(cases: readonly Case[], preparation: Preparation): readonly Problem[] {
  return cases.flatMap(({ expectations, at }) =>
    expectations.flatMap(({ grader, at: own }) => {
      if (grader.grader !== 'trial_passes') return [];
      const { checks, ...usual } = grader.params;
      return [usual, ...checks].flatMap(({ extract, extract_at: place = own ?? at }) =>
        extract !== undefined && extract !== 'whole' ? refusalOf(extract, place, preparation) : [],
      );
    }),
  );
}

function refusalOf(spec: ExtractSpec, at: Place | undefined, preparation: Preparation): readonly Problem[] {
  const prepared = spec !== 'json' && 'matches' in spec ? patternOf(spec, preparation) : undefined;
  return prepared && 'problemOf' in prepared ? [placed(prepared.problemOf('extract'), at)] : [];
}

/** A pattern and the group of it that is taken. */
interface GroupOfPattern {
  readonly matches: string;
  readonly group?: number | string;
}

/** Caches patterns, with the places of their groups, by what a file says, so that each is compiled once for all replies. */
const patterns = new WeakMap<GroupOfPattern, RegExp | RefusedCheck>();

/** Returns the first match of a pattern, or a group of it, within the time limit of the context. */
async function matchedPiece(reply: string, spec: GroupOfPattern, context: CheckContext): Promise<Piece> {
  const pattern = patternOf(spec, new Preparation());
  if ('problemOf' in pattern) return { nothing: 'the pattern of extract cannot be used' };
  const { group = 0 } = spec;
  const result = await search(pattern, reply, context, group);
  if ('trouble' in result) return { nothing: `extract: ${result.trouble}` };
  if (result.match) return { text: reply.slice(result.match.start, result.match.end), start: result.match.start };
  const what = group === 0 ? 'the pattern of extract' : `the group ${group} of extract`;
  return { nothing: `${what} matches nowhere in the response` };
}

/** Returns a pattern, or why it and its group cannot be used. */
function patternOf(spec: GroupOfPattern, preparation: Preparation): RegExp | RefusedCheck {
  const pattern = patterns.get(spec) ?? compileGroup(spec, preparation);
  patterns.set(spec, pattern);
  return pattern;
}

function compileGroup({ matches, group = 0 }: GroupOfPattern, preparation: Preparation): RegExp | RefusedCheck {
  const read = readPattern(matches, preparation);
  if ('problemOf' in read) return read;
  const pattern = new RegExp(read.pattern().source, `${read.pattern().flags}d`);
  const match = new RegExp(`${pattern.source}|`, pattern.flags).exec(''); // it matches, so that all groups are known
  const [count, names] = [(match?.length ?? 1) - 1, Object.keys(match?.groups ?? {})];
  const isThere = typeof group === 'number' ? group <= count : names.includes(group);
  if (isThere) return pattern;
  const namesText = names.length === 0 ? ' and no names' : `, with the names ${names.map(short).join(', ')}`;
  return refusedCheck(
    'EVA_BAD_CHECK:no_group',
    `the pattern has no group ${typeof group === 'number' ? group : quoted(group)}`,
    count === 0
      ? 'put the part to take into parentheses: (…)'
      : `it has ${count === 1 ? '1 group' : `${count} groups`}${namesText}`,
  );
}

/**
 * Returns the text of the last `<tag>…</tag>`, without white space at both ends. Tags are paired like brackets; a tag without its partner is
 * ignored. Of pairs inside each other it is the outer one, since that ends last. Keeps no list of tags: a reply may have millions.
 */
function taggedPiece(reply: string, tag: string): Piece {
  const tags = { open: `<${tag}>`, close: `</${tag}>` };
  const end = endOfLastPair(reply, tags);
  if (end !== undefined) {
    const start = startOfPair(reply, tags, end);
    const whole = reply.slice(start, end);
    const text = whole.trim();
    return { text, start: start + whole.indexOf(text) };
  }
  const nothing = reply.includes(tags.open) ? `<${tag}> is not closed in the response` : `no <${tag}> in the response`;
  return { nothing };
}

interface Tags {
  readonly open: string;
  readonly close: string;
}

/** Returns the offset of the last closing tag that has a partner. */
function endOfLastPair(reply: string, { open, close }: Tags): number | undefined {
  let depth = 0;
  let last: number | undefined;
  let opening = reply.indexOf(open);
  let closing = reply.indexOf(close);
  while (closing !== -1) {
    if (opening !== -1 && opening < closing) {
      depth++;
      opening = reply.indexOf(open, opening + open.length);
      continue;
    }
    if (depth > 0) {
      depth--;
      last = closing;
    }
    closing = reply.indexOf(close, closing + close.length);
  }
  return last;
}

/** Returns the offset after the opening tag whose partner is at `end`. All tags between them have partners. */
function startOfPair(reply: string, { open, close }: Tags, end: number): number {
  let depth = 1;
  let opening = reply.lastIndexOf(open, end - 1);
  let closing = reply.lastIndexOf(close, end - 1);
  for (;;) {
    if (closing > opening) {
      depth++;
      closing = reply.lastIndexOf(close, closing - 1);
    } else if (--depth === 0) return opening + open.length;
    else opening = reply.lastIndexOf(open, opening - 1);
  }
}

/**
 * Returns a value of the JSON in a reply: a text as it is, a long number as it is written, any other value as JSON with sorted keys and
 * without spaces.
 */
function jsonPiece(reply: string, pointer: string): Piece {
  const keys = pointerKeys(pointer) ?? [];
  const json = jsonInResponse(reply);
  if (!('value' in json)) {
    const { reason, excerpt } = notJson(reply, json);
    return { nothing: reason, ...(excerpt && { excerpt }) };
  }
  const { value, block } = json;
  const twice = repeatedKey(block.text, keys);
  if (twice !== undefined) {
    return { nothing: `the JSON has the key ${quote(twice)} twice`, excerpt: excerptByKeys(reply, block, keys) };
  }
  const part = findByKeys(value, keys);
  if ('problem' in part) {
    return { nothing: part.problem, excerpt: excerptByKeys(reply, block, keys.slice(0, part.depth)) };
  }
  const span = spanByKeys(block.text, keys) ?? { start: 0, end: 0 };
  const written = block.text.slice(span.start, span.end);
  const inside = repeatedKeyIn(written);
  if (inside !== undefined) {
    return { nothing: `the JSON has the key ${quote(inside)} twice`, excerpt: excerptByKeys(reply, block, keys) };
  }
  const text = textOf(part.value, written);
  const start = startOf(block.text, span, text);
  return { text, ...(start !== undefined && { start: block.start + start }) };
}

/** Returns the only JSON object or list inside a reply, as it is written there. What is inside of another one does not count. */
function onlyJsonPiece(reply: string): Piece {
  let only: FoundPiece | undefined;
  let end = 0;
  for (const start of startsOfJson(reply)) {
    if (start < end) continue;
    if (only) {
      const excerpt = excerptAt(reply, start, start + 1);
      return { nothing: 'the response has several JSON objects or lists, so none of them is the answer', excerpt };
    }
    end = endOfBracket(reply, start);
    only = { text: reply.slice(start, end), start };
  }
  return only ?? { nothing: 'the response has no JSON object or list' };
}

/** Returns the offset after the bracket that closes the one at `start`, where valid JSON begins. */
function endOfBracket(text: string, start: number): number {
  let open = 0;
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') at = endOfString(text, at);
    else if (char === '{' || char === '[') open++;
    else if ((char === '}' || char === ']') && --open === 0) return at + 1;
  }
  return text.length;
}

/** How many characters a number may have so that it surely keeps all its digits when it is read. */
const exactCharacters = 15;

function textOf(value: JsonValue, written: string): string {
  if (typeof value === 'string') return value;
  const isExact = typeof value !== 'number' || (written.length <= exactCharacters && Number.isFinite(value));
  return isExact ? canonicalJson(value) : written;
}

/** Returns where a value is written; undefined if it is written in another way, such as with escapes or spaces. */
function startOf(json: string, span: Span, text: string): number | undefined {
  const start = json.charAt(span.start) === '"' ? span.start + 1 : span.start;
  return json.startsWith(text, start) && start + text.length <= span.end ? start : undefined;
}

/** Returns the text of the only fenced block of a language, or of any with `true`. Letter case of the language does not count. */
function fencedPiece(reply: string, language: string | true): Piece {
  const blocks = fencedBlocks(reply);
  if ('problem' in blocks) return { nothing: `${blocks.problem} in the response` };
  const matching = blocks.filter((block) => language === true || block.language === language.toLowerCase());
  const [only] = matching;
  const kind = language === true ? 'fenced' : language;
  if (!only) return { nothing: `no ${kind} block in the response` };
  if (matching.length > 1)
    return { nothing: `${matching.length} ${kind} blocks in the response, so none of them is the answer` };
  return { text: only.text.replace(/\r?\n$/, ''), start: only.start };
}
