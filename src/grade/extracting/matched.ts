import type { CheckContext, RefusedCheck } from '../checking/check.js';
import { readPattern } from '../checking/pattern-value.js';
import { Preparation } from '../checking/preparation.js';
import { search } from '../pattern/search.js';
import type { Piece } from './piece.js';

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
export function groupRefusal(spec: GroupOfPattern, preparation: Preparation): RefusedCheck | undefined {
  const known = prepare(spec, preparation);
  return 'key' in known ? known : undefined;
}

/** Returns the first match of a pattern, or a group of it, within the time limit of the context. */
export async function matchedPiece(reply: string, spec: GroupOfPattern, context: CheckContext): Promise<Piece> {
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
