import { sha256 } from '#model/data/digest.js';
import type { Place } from '#model/problem.js';
import { type Body, type BodyMessage, type BodyPlaces, bodyTexts, type Prompt } from '#model/prompt.js';
import { type MutationKind, mutationKinds } from '#model/run/mutation.js';
import { bodyDigest } from '#model/text/body.js';
import { isBlank } from '#model/text/characters.js';
import { placeholderPattern } from '#model/text/quoted.js';
import { blankInputs } from './kinds/blank-input.js';
import type { StructuredText, TextKind } from './kinds/changes.js';
import { dropRule } from './kinds/drop-rule.js';
import { dropSentence } from './kinds/drop-sentence.js';
import { negate } from './kinds/negate.js';
import { removeExample, removeExchange, textsOfExchanges } from './kinds/remove-example.js';
import { reorder } from './kinds/reorder.js';
import { swapNumber } from './kinds/swap-number.js';
import type { Candidate, Edit, Mutant, Mutants } from './mutant.js';
import { structureOf } from './structure/structure.js';

/** The greatest number of mutants of a body. Of more candidates, those at equal distances are used. */
export const maxMutants = 1000;

const ofTexts: Readonly<Partial<Record<MutationKind, TextKind>>> = {
  drop_rule: dropRule,
  drop_sentence: dropSentence,
  negate,
  swap_number: swapNumber,
  remove_example: removeExample,
  reorder,
};

/**
 * Makes the mutants of a body, in the order of their places. Every mutant has the same placeholders as the body, apart from those of a blanked
 * input. Drops mutants that equal the body or another mutant, or that leave a text empty. Equal bodies give equal mutants.
 */
export function mutantsOf(
  { body, body_places }: Pick<Prompt, 'body' | 'body_places'>,
  kinds: readonly MutationKind[] = mutationKinds,
): Mutants {
  const inExchange = textsOfExchanges(body);
  const texts = bodyTexts(body).flatMap((text, index) =>
    inExchange.has(index) ? [] : [{ ...structureOf(text), index }],
  );
  const candidates = candidatesOf(body, texts, kinds).sort(byPlace);
  const chosen = thinned(candidates);
  const seen = new Set([bodyDigest(body)]);
  const own = placeholderCounts(body);
  const mutants = chosen.flatMap((candidate) => {
    const changed = applyChange(body, candidate);
    const digest = bodyDigest(changed);
    if (seen.has(digest) || !isUsable(changed, own, candidate)) return [];
    seen.add(digest);
    const { kind, change } = candidate;
    const id = sha256(`${kind}\n${digest}`).slice(0, 8);
    return [{ id, kind, at: placeIn(body_places, candidate), change, candidate }];
  });
  return { mutants: uniqueIds(mutants), left_out: candidates.length - chosen.length };
}

/** Makes the body of a mutant. It needs the body that the mutant was made from. */
export function mutantBody(body: Body, { candidate }: Mutant): Body {
  return applyChange(body, candidate);
}

/** Chooses a random sample of mutants, the same for equal seeds. Keeps their order. */
export function sampleMutants(mutants: readonly Mutant[], size: number, seed: number): readonly Mutant[] {
  const keyed = mutants.map((mutant) => ({ mutant, key: sha256(`eva-mutate/1\n${seed}\n${mutant.id}`) }));
  const first = keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, size);
  const chosen = new Set(first.map(({ mutant }) => mutant));
  return mutants.filter((mutant) => chosen.has(mutant));
}

function candidatesOf(body: Body, texts: readonly StructuredText[], kinds: readonly MutationKind[]): Candidate[] {
  const wanted = mutationKinds.filter((kind) => kinds.includes(kind));
  return wanted.flatMap((kind) => {
    const inTexts = texts.flatMap((text) => ofTexts[kind]?.(text) ?? []);
    if (kind === 'blank_input') return blankInputs(texts);
    return kind === 'remove_example' ? [...inTexts, ...removeExchange(body)] : inTexts;
  });
}

/** Sorts by place; at one place the order of the kinds stays, since sorting is stable. */
function byPlace({ at: a }: Candidate, { at: b }: Candidate): number {
  return a.text - b.text || a.start - b.start;
}

function thinned(candidates: readonly Candidate[]): readonly Candidate[] {
  const { length } = candidates;
  if (length <= maxMutants) return candidates;
  return candidates.filter(
    (_one, at) => Math.floor((at * maxMutants) / length) !== Math.floor(((at - 1) * maxMutants) / length),
  );
}

/** Returns true if no text is empty, and if the placeholders are the same apart from those of a blanked input. */
function isUsable(changed: Body, own: ReadonlyMap<string, number>, { blanked }: Candidate): boolean {
  if (bodyTexts(changed).some(isBlank)) return false;
  const counts = placeholderCounts(changed);
  const left = [...own].filter(([name]) => name !== blanked);
  return counts.size === left.length && left.every(([name, count]) => counts.get(name) === count);
}

function placeholderCounts(body: Body): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of bodyTexts(body)) {
    for (const [, name = ''] of text.matchAll(placeholderPattern)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function placeIn({ texts, roles }: BodyPlaces, { at, exchange }: Candidate): Place {
  const role = exchange === undefined ? undefined : roles[exchange];
  if (role) return role;
  return texts[at.text]?.place(at.start, at.end) ?? { file: '' };
}

function uniqueIds(mutants: readonly Mutant[]): readonly Mutant[] {
  const seen = new Set<string>();
  return mutants.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Applies a change to the body that it was made from. */
function applyChange(body: Body, { edits, exchange }: Pick<Candidate, 'edits' | 'exchange'>): Body {
  const changed = edits.length > 0 ? withEdits(body, edits) : body;
  if (exchange === undefined || typeof changed === 'string') return changed;
  return changed.filter((_message, index) => index !== exchange && index !== exchange + 1);
}

function withEdits(body: Body, edits: readonly Edit[]): Body {
  let index = 0;
  const next = (text: string) => edited(text, edits, index++);
  if (typeof body === 'string') return next(body);
  return body.map((message): BodyMessage => {
    if (typeof message.content === 'string') return { ...message, content: next(message.content) };
    return { ...message, content: message.content.map((part) => ('text' in part ? { text: next(part.text) } : part)) };
  });
}

function edited(text: string, edits: readonly Edit[], index: number): string {
  const own = edits.filter((edit) => edit.text === index).sort((a, b) => a.start - b.start);
  let result = '';
  let from = 0;
  for (const edit of own) {
    result += text.slice(from, edit.start) + edit.with;
    from = edit.end;
  }
  return result + text.slice(from);
}
