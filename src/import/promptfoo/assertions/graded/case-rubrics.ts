import type { JsonObject } from '#model/data/json.js';
import type { ConfigNode } from '../../../config-node.js';
import type { ImportedTest } from '../../imported.js';
import type { ExpectationContext, Reached } from '../context.js';
import type { CarriedRubrics } from '../mapped.js';
import { typeOf } from '../reading/assertion.js';
import type { Leaf } from '../reading/read-leaf.js';
import { readJudge, rubricItem } from './judges.js';

interface ReadRubrics {
  readonly items: readonly { readonly item: string | JsonObject; readonly node: ConfigNode }[];
  readonly reference?: string;
  readonly judges: readonly Reached[];
}

/**
 * Returns the items of `rubric`. A case has one reference, which its judges see with every rubric: one that is not for all of its rubrics
 * becomes part of those that it is for.
 */
export function rubricsOf(leaves: readonly Leaf[], context: ExpectationContext): ReadRubrics {
  const items: { item: string | JsonObject; node: ConfigNode }[] = [];
  const judges: Reached[] = [];
  const all = leaves.flatMap(({ mapped }) => (mapped.kind === 'rubrics' ? [mapped.reference] : []));
  const reference = all.every((one) => one === all[0]) ? all[0] : undefined;
  for (const { mapped, node, about } of leaves) {
    if (mapped.kind !== 'rubrics') continue;
    const judge = readJudge(node.child('provider'), context);
    if (judge) judges.push(judge);
    if (node.child('rubricPrompt')) leaveOutPrompt(node.child('rubricPrompt') ?? node, context);
    for (const rubric of textsFor(mapped, reference)) {
      const item = rubricItem(rubric, { about, model: judge?.model });
      if (item === undefined) leaveOutBraces(node, context);
      else items.push({ item, node });
    }
  }
  return { items, judges, ...(reference !== undefined && { reference }) };
}

function textsFor({ rubrics, reference, withReference }: CarriedRubrics, shared: string | undefined) {
  const isOther = reference !== undefined && reference !== shared;
  return isOther && withReference ? withReference(reference) : rubrics;
}

function leaveOutBraces(node: ConfigNode, { ledger }: ExpectationContext): void {
  const reason = 'its text has braces, which eva fills in for a rubric with a judge of its own';
  ledger.add('left_out', 'assertion', node, { what: typeOf(node) ?? 'assertion', reason });
}

function leaveOutPrompt(node: ConfigNode, { ledger }: ExpectationContext): void {
  ledger.add('left_out', 'setting', node, { what: 'rubricPrompt', reason: 'the judge of eva has its own prompt' });
}

/** Lists the options of a test that change how its rubrics are judged. */
export function listPrompts({ options }: ImportedTest, context: ExpectationContext): void {
  if (options['rubricPrompt']) leaveOutPrompt(options['rubricPrompt'], context);
  if (options['factuality']) listScores(options['factuality'], context);
}

/** Lists the scores for kinds of agreement. promptfoo lets an answer pass whose kind has a score above 0. */
function listScores(scores: ConfigNode, { ledger }: ExpectationContext): void {
  const passes = (kind: string, fallback: number) => Number(scores.child(kind)?.value ?? fallback) > 0;
  const isUsual = ['subset', 'superset', 'agree', 'differButFactual'].every((kind) => passes(kind, 1));
  const what = 'factuality';
  if (isUsual && !passes('disagree', 0))
    ledger.add('noted', 'setting', scores, { what, reason: 'with these scores the same answers pass' });
  else ledger.add('left_out', 'setting', scores, { what, reason: 'eva has no scores for kinds of agreement' });
}
