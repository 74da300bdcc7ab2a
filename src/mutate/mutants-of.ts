import { uniqueBy } from '#model/data/collections.js';
import { sha256 } from '#model/data/digest.js';
import type { Place } from '#model/problem.js';
import { type Body, type BodyMessage, type BodyPlaces, bodyTexts, type Prompt } from '#model/prompt.js';
import {
  type MutantFacts,
  type MutantResult,
  type MutantSample,
  type MutationKind,
  type MutationScore,
  mutationKinds,
} from '#model/run/mutation.js';
import { bodyDigest } from '#model/text/body.js';
import { isBlank } from '#model/text/characters.js';
import { placeholderPattern } from '#model/text/quoted.js';
import { clopperPearsonLower } from '#stats/binomial.js';
import { fileUpperTail } from '#stats/hypergeometric.js';
import {
  blankInputs,
  type ChangeCandidate,
  dropRule,
  dropSentence,
  type Edit,
  removeExample,
  removeExchange,
  type StructuredText,
  swapNumber,
  type TextKind,
  textsOfExchanges,
} from './kinds.js';
import { negate } from './negate.js';
import { structureOf } from './structure.js';

/** The greatest number of mutants of a body. Of more candidates, those at equal distances are used. */
export const maxMutants = 1000;

const ofTexts: Readonly<Partial<Record<MutationKind, TextKind>>> = {
  drop_rule: dropRule,
  drop_sentence: dropSentence,
  negate,
  swap_number: swapNumber,
  remove_example: removeExample,
};

/**
 * Makes the mutants of a body, in the order of their places. Every mutant has the same placeholders as the body, apart from those of a blanked
 * input. Drops mutants that equal the body or another mutant, or that leave a text empty. Equal bodies give equal mutants. `left_out` is the number of
 * possible mutants beyond the limit.
 */
export function mutantsOf(
  { body, body_places }: Pick<Prompt, 'body' | 'body_places'>,
  kinds: readonly MutationKind[] = mutationKinds,
): { readonly mutants: readonly Mutant[]; readonly left_out: number } {
  const inExchange = textsOfExchanges(body);
  const texts = bodyTexts(body).flatMap((text, index) =>
    inExchange.has(index) ? [] : [{ ...structureOf(text), index }],
  );
  // At one place the order of the kinds stays, since sorting is stable.
  const candidates = candidatesOf(body, texts, kinds).sort(
    ({ at: a }, { at: b }) => a.text - b.text || a.start - b.start,
  );
  const chosen = thinned(candidates);
  const seen = new Set([bodyDigest(body)]);
  const counts = placeholderCounts(body);
  const mutants = chosen.flatMap((candidate) => {
    const changed = changedBody(body, candidate);
    const digest = bodyDigest(changed);
    if (seen.has(digest) || !isUsable(changed, counts, candidate)) return [];
    seen.add(digest);
    const { kind, change } = candidate;
    const id = sha256(`${kind}\n${digest}`).slice(0, 8);
    return [{ id, kind, at: placeIn(body_places, candidate), change, candidate }];
  });
  return { mutants: uniqueBy(mutants, ({ id }) => id), left_out: candidates.length - chosen.length };
}

/** Chooses a random sample of mutants, the same for equal seeds. Keeps their order. */
export function sampleMutants(mutants: readonly Mutant[], size: number, seed: number): readonly Mutant[] {
  const keyed = mutants.map((mutant) => ({ mutant, key: sha256(`eva-mutate/1\n${seed}\n${mutant.id}`) }));
  const first = keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, size);
  const chosen = new Set(first.map(({ mutant }) => mutant));
  return mutants.filter((mutant) => chosen.has(mutant));
}

function candidatesOf(body: Body, texts: readonly StructuredText[], kinds: readonly MutationKind[]): ChangeCandidate[] {
  const wanted = mutationKinds.filter((kind) => kinds.includes(kind));
  return wanted.flatMap((kind) => {
    const inTexts = texts.flatMap((text) => ofTexts[kind]?.(text) ?? []);
    if (kind === 'blank_input') return blankInputs(texts);
    return kind === 'remove_example' ? [...inTexts, ...removeExchange(body)] : inTexts;
  });
}

function thinned(candidates: readonly ChangeCandidate[]): readonly ChangeCandidate[] {
  const { length } = candidates;
  if (length <= maxMutants) return candidates;
  return candidates.filter(
    (_one, at) => Math.floor((at * maxMutants) / length) !== Math.floor(((at - 1) * maxMutants) / length),
  );
}

/** Returns true if no text is empty, and if the placeholders are the same apart from those of a blanked input. */
function isUsable(changed: Body, own: ReadonlyMap<string, number>, { blanked }: ChangeCandidate): boolean {
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

function placeIn({ texts, roles }: BodyPlaces, { at, exchange }: ChangeCandidate): Place {
  const role = exchange === undefined ? undefined : roles[exchange];
  if (role) return role;
  return texts[at.text]?.place(at.start, at.end) ?? { file: '' };
}

/** Makes the body of a mutant of the body that its candidate was made from. */
export function changedBody(body: Body, { edits, exchange }: ChangeCandidate): Body {
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
  const editsOfText = edits.filter((edit) => edit.text === index).sort((a, b) => a.start - b.start);
  let result = '';
  let from = 0;
  for (const edit of editsOfText) {
    result += text.slice(from, edit.start) + edit.with;
    from = edit.end;
  }
  return result + text.slice(from);
}

export interface Mutant extends MutantFacts {
  readonly candidate: ChangeCandidate;
}

const alpha = 0.05;

/**
 * Computes the share of killed mutants among those that were killed or survived. Of a sample, the lower bound is that of the share among all
 * mutants it was drawn from (exact, hypergeometric), else that of Clopper and Pearson. While replies are missing there is no share: killed mutants
 * end first. The bound then counts mutants without an end as survivors. A rejected mutant counts for neither.
 */
export function mutationScore(
  mutants: readonly Pick<MutantResult, 'result'>[],
  sample: MutantSample | null,
): MutationScore {
  const count = (result: MutantResult['result']) => mutants.filter((mutant) => mutant.result === result).length;
  const killed = count('killed');
  const of = killed + count('survived');
  if (of === 0) return { killed, of, value: null, lower: null };
  const unknown = count('unknown');
  const all = of + unknown;
  const lower = sample
    ? lowerOfAll(killed, all, Math.max(all, sample.of - count('rejected')))
    : clopperPearsonLower(killed, all, alpha);
  return { killed, of, value: unknown > 0 ? null : killed / of, lower };
}

/** Returns the lower bound of the share among N, of which n were drawn at random: the least one that a test at level alpha does not reject. */
function lowerOfAll(killed: number, n: number, N: number): number {
  let [low, high] = [killed, N - (n - killed)];
  while (low < high) {
    const K = (low + high) >> 1;
    if (fileUpperTail(killed, { N, K, n }) > alpha) high = K;
    else low = K + 1;
  }
  return low / N;
}
