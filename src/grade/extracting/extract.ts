import { problem } from '#errors/index.js';
import type { CheckSpec, ExtractSpec } from '#model/case/grader.js';
import type { Case } from '#model/case.js';
import { unreachable } from '#model/data/collections.js';
import type { Place, Problem } from '#model/problem.js';
import { isBlank } from '#model/text/characters.js';
import type { CheckContext, RefusedCheck } from '../checking/check.js';
import { readPattern } from '../checking/pattern-value.js';
import { Preparation } from '../checking/preparation.js';
import { extractByModule } from '../checks/code/module.js';
import { search } from '../pattern/search.js';
import { fencedPiece } from './fenced.js';
import { jsonPiece, onlyJsonPiece } from './json-piece.js';
import type { Piece } from './piece.js';
import { taggedPiece } from './tagged.js';

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
  const found = await extractByModule(use, reply, context);
  if ('failed' in found) return { nothing: found.failed };
  const { text } = found;
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
  const refused = spec !== 'json' && 'matches' in spec ? groupRefusal(spec, preparation) : undefined;
  return refused ? [problem(refused.key, { op: 'extract', ...refused.params } as never, { at })] : [];
}

/** A pattern and the group of it that is taken. */
interface GroupOfPattern {
  readonly matches: string;
  readonly group?: number | string;
}

interface Prepared {
  /** The pattern, with the places of its groups. */
  readonly pattern: RegExp;
}

/** Caches patterns by what a file says, so that each is compiled once for all replies. */
const prepared = new WeakMap<GroupOfPattern, Prepared | RefusedCheck>();

/** Returns why a pattern and its group cannot be used; undefined if they can. */
function groupRefusal(spec: GroupOfPattern, preparation: Preparation): RefusedCheck | undefined {
  const known = prepare(spec, preparation);
  return 'key' in known ? known : undefined;
}

/** Returns the first match of a pattern, or a group of it, within the time limit of the context. */
async function matchedPiece(reply: string, spec: GroupOfPattern, context: CheckContext): Promise<Piece> {
  const known = prepare(spec, new Preparation());
  if ('key' in known) return { nothing: 'the pattern of extract cannot be used' };
  const { group = 0 } = spec;
  const found = await search(known.pattern, reply, context, group);
  if ('trouble' in found) return { nothing: `extract: ${found.trouble}` };
  if (found.match) return { text: reply.slice(found.match.start, found.match.end), start: found.match.start };
  const what = group === 0 ? 'the pattern of extract' : `the group ${group} of extract`;
  return { nothing: `${what} matches nowhere in the response` };
}

function prepare(spec: GroupOfPattern, preparation: Preparation): Prepared | RefusedCheck {
  const known = prepared.get(spec);
  if (known) return known;
  const made = prepareOnce(spec, preparation);
  prepared.set(spec, made);
  return made;
}

function prepareOnce({ matches, group = 0 }: GroupOfPattern, preparation: Preparation): Prepared | RefusedCheck {
  const read = readPattern(matches, preparation);
  if ('key' in read) return read;
  const pattern = new RegExp(read.pattern().source, `${read.pattern().flags}d`);
  const groups = groupsOf(pattern);
  const isThere = typeof group === 'number' ? group <= groups.count : groups.names.includes(group);
  if (isThere) return { pattern };
  return { key: 'EVA_BAD_CHECK:no_group', params: { group, count: groups.count, names: groups.names } };
}

function groupsOf({ source, flags }: RegExp): { readonly count: number; readonly names: readonly string[] } {
  const match = new RegExp(`${source}|`, flags).exec('');
  return { count: (match?.length ?? 1) - 1, names: Object.keys(match?.groups ?? {}) };
}
