import type { JsonObject } from '#model/data/json.js';
import { placeholders } from '#model/text/quoted.js';
import type { ConfigNode } from '../../../config-node.js';
import type { ExpectationContext, Reached } from '../context.js';
import type { RubricText } from '../mapped.js';

/** Finds the judge that a `provider` names; undefined without one. Adds one that cannot be reached to the ledger. */
export function readJudge(provider: ConfigNode | undefined, context: ExpectationContext): Reached | undefined {
  const node = forTexts(provider);
  if (!node) return undefined;
  const reached = context.reachModel(node);
  if (!('unreachable' in reached)) return reached;
  const words = {
    what: 'provider',
    reason: `the judge cannot be reached: ${reached.unreachable}`,
    todo: 'set `judge.model`',
  };
  context.ledger.add('left_out', 'setting', node, words);
  return undefined;
}

/** Returns the judge of a provider that names one for each purpose; an embedding model is no judge. */
function forTexts(node: ConfigNode | undefined): ConfigNode | undefined {
  const isByPurpose = ['text', 'embedding', 'classification'].some((key) => node?.child(key));
  return isByPurpose ? node?.child('text') : node;
}

interface Judging {
  readonly about: string | undefined;
  readonly model: string | undefined;
}

/**
 * Returns an item of `rubric`. eva fills in the braces of an item with a name or a judge, so a text with braces stays without a name;
 * undefined if it needs a judge.
 */
export function rubricItem(
  { text, pass_threshold }: RubricText,
  { about, model }: Judging,
): string | JsonObject | undefined {
  const judge = { ...(model !== undefined && { model }), ...(pass_threshold !== undefined && { pass_threshold }) };
  const hasJudge = Object.keys(judge).length > 0;
  if (placeholders(text).length > 0) return hasJudge ? undefined : text;
  if (about === undefined && !hasJudge) return text;
  return { ...(about !== undefined && { about }), text, ...(hasJudge && { judge }) };
}
