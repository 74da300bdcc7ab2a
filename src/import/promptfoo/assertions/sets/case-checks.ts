import { checksIn, innerChecks, judgedChecks } from '#model/case/grader.js';
import type { JsonObject } from '#model/data/json.js';
import type { ConfigNode } from '../../../config-node.js';
import type { Seen } from '../../code/transforms/chain.js';
import { trimmedAnswer } from '../../code/transforms/simple-forms.js';
import type { ExpectationContext, Reached } from '../context.js';
import type { CarriedChecks } from '../mapped.js';
import { typeOf } from '../reading/assertion.js';
import type { Leaf } from '../reading/read-leaf.js';

interface ReadChecks {
  readonly items: readonly { readonly check: JsonObject; readonly node: ConfigNode }[];
  readonly embedding?: Reached;
}

/**
 * Returns the items of `assert`. eva has one embedding model for a prompt, so checks with another one are left out, as are checks that cannot
 * hold together.
 */
export function checksOf(leaves: readonly Leaf[], seen: Seen | undefined, { ledger }: ExpectationContext): ReadChecks {
  const items: { check: JsonObject; node: ConfigNode }[] = [];
  let embedding: Reached | undefined;
  for (const { mapped, node, about } of leaves) {
    if (mapped.kind !== 'checks') continue;
    embedding ??= mapped.embedding;
    if (mapped.embedding && mapped.embedding.model !== embedding?.model) {
      const reason = `eva has one embedding model for a prompt, and another assertion has ${embedding?.model}`;
      ledger.add('left_out', 'assertion', node, { what: typeOf(node) ?? 'similar', reason });
      continue;
    }
    const named = checksNamed(mapped, about, seen);
    const against = items.find(({ check }) => named.some((own) => contradict(own, check)));
    if (against) {
      const reason = `no answer can meet it together with ${typeOf(against.node) ?? 'another assertion'} on line ${against.node.place().line}`;
      ledger.add('left_out', 'assertion', node, { what: typeOf(node) ?? 'assertion', reason });
    } else items.push(...named.map((check) => ({ check, node })));
  }
  return { items, ...(embedding && { embedding }) };
}

function checksNamed(
  { checks, sees }: CarriedChecks,
  about: string | undefined,
  seen: Seen | undefined,
): readonly JsonObject[] {
  const seeing = (check: JsonObject) => {
    if (!seen || 'extract' in check) return check;
    if (sees === 'whole') return seen.extract ? { ...check, extract: 'whole' } : check;
    return seen.isTrimmed && isSensitive(check) ? { ...check, extract: trimmedAnswer } : check;
  };
  return checks.map((check) => ({ ...(about !== undefined && { about }), ...seeing(check) }));
}

/** The checks for which white space at the ends of an answer matters. */
const sensitive = ['matches', 'not_matches', 'edit_distance', 'command'];

function isSensitive(check: JsonObject): boolean {
  return opsIn(check).some((op) => sensitive.includes(op));
}

/** Returns true for a check that asks the judge of its case. */
export function asksJudge(check: JsonObject): boolean {
  return opsIn(check).some((op) => judgedChecks.includes(op));
}

/** Returns the names of the checks in an item of `assert`, those that it counts included. */
function opsIn(check: JsonObject): readonly string[] {
  return checksIn(check)
    .flatMap(([op, value]) => innerChecks({ op, value }))
    .map(({ op }) => op);
}

/** Returns true for rubrics, and for checks that see what the case extracts. */
export function seesPiece(mapped: Leaf['mapped']): boolean {
  if (mapped.kind === 'rubrics') return true;
  return mapped.kind === 'checks' && mapped.sees === undefined && mapped.checks.some((check) => !('extract' in check));
}

/** The pairs of limits that eva compares. */
const limits = ['tokens', 'calls'];

/** Returns true if one check asks for more words or calls than the other allows. */
function contradict(one: JsonObject, other: JsonObject): boolean {
  return limits.some((unit) => isBeyond(one, other, unit) || isBeyond(other, one, unit));
}

function isBeyond(one: JsonObject, other: JsonObject, unit: string): boolean {
  const [least, most] = [one[`min_${unit}`], other[`max_${unit}`]];
  return typeof least === 'number' && typeof most === 'number' && least > most;
}
