import { checksIn, innerChecks, judgedChecks } from '#model/case/grader.js';
import type { JsonObject } from '#model/data/json.js';
import type { ConfigNode } from '../../config-node.js';
import { readChain, type Seen, seenAfter } from '../code/transforms/chain.js';
import { trimmedAnswer } from '../code/transforms/simple-forms.js';
import type { ImportedExpectations, ImportedTest, ProviderEntry } from '../imported.js';
import type { ExpectationContext, Reached } from './context.js';
import { readJudge, rubricItem } from './graded/judges.js';
import type { CarriedChecks, CarriedRubrics } from './mapped.js';
import { typeOf } from './reading/assertion.js';
import { type Leaf, named } from './reading/read-leaf.js';
import { readLeaves } from './sets/read-groups.js';

/** Reads the assertions of a test in eva's words. Adds everything that is not carried over as it is to the ledger. */
export function readExpectations(test: ImportedTest, context: ExpectationContext): ImportedExpectations {
  const chain = readChain(test, context);
  const leaves = readLeaves({ test, chain, context });
  const seen = leaves.some(({ mapped }) => seesPiece(mapped)) ? seenAfter(chain, context) : undefined;
  const checks = checksOf(leaves, seen, context);
  const rubrics = rubricsOf(leaves, context);
  const ops = checks.items.flatMap(({ check }) => Object.keys(check));
  const isJudged = rubrics.items.length > 0 || ops.some((op) => judgedChecks.includes(op));
  const judge = isJudged ? readJudge(test.options['provider'], context) : undefined;
  if (rubrics.items.length > 0) listPrompts(test, context);
  return {
    assert: checks.items.map(({ check }) => check),
    rubric: rubrics.items.map(({ item }) => item),
    ...(rubrics.reference !== undefined && { reference: rubrics.reference }),
    ...(seen?.extract && { extract: seen.extract }),
    ...(judge && { judge: { model: judge.model } }),
    ...(checks.embedding && { embedding_model: checks.embedding.model }),
    needsAllVars: leaves.some(({ mapped }) => mapped.kind === 'checks' && mapped.needsAllVars === true),
    entries: [checks.embedding, judge, ...rubrics.judges].flatMap((reached) => entriesOf(reached)),
    sources: { assert: checks.items.map(({ node }) => node), rubric: rubrics.items.map(({ node }) => node) },
  };
}

function entriesOf(reached: Reached | undefined): readonly ProviderEntry[] {
  return reached?.entry ? [reached.entry] : [];
}

interface ReadChecks {
  readonly items: readonly { readonly check: JsonObject; readonly node: ConfigNode }[];
  readonly embedding?: Reached;
}

/** Returns the items of `assert`. eva has one embedding model for a prompt, so checks with another one are left out. */
function checksOf(leaves: readonly Leaf[], seen: Seen | undefined, { ledger }: ExpectationContext): ReadChecks {
  const items: { check: JsonObject; node: ConfigNode }[] = [];
  let embedding: Reached | undefined;
  for (const { mapped, node, about } of leaves) {
    if (mapped.kind !== 'checks') continue;
    embedding ??= mapped.embedding;
    if (mapped.embedding && mapped.embedding.model !== embedding?.model) {
      const reason = `eva has one embedding model for a prompt, and another assertion has ${embedding?.model}`;
      ledger.add('left_out', 'assertion', node, { what: typeOf(node) ?? 'similar', reason });
    } else items.push(...checksNamed(mapped, about, seen).map((check) => ({ check, node })));
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
  return checks.map((check) => named(seeing(check), about));
}

/** The checks for which white space at the ends of an answer matters. */
const sensitive = ['matches', 'not_matches', 'edit_distance', 'command'];

function isSensitive(check: JsonObject): boolean {
  return checksIn(check)
    .flatMap(([op, value]) => innerChecks({ op, value }))
    .some(({ op }) => sensitive.includes(op));
}

/** Returns true for rubrics, and for checks that see what the case extracts. */
function seesPiece(mapped: Leaf['mapped']): boolean {
  if (mapped.kind === 'rubrics') return true;
  return mapped.kind === 'checks' && mapped.sees === undefined && mapped.checks.some((check) => !('extract' in check));
}

interface ReadRubrics {
  readonly items: readonly { readonly item: string | JsonObject; readonly node: ConfigNode }[];
  readonly reference?: string;
  readonly judges: readonly Reached[];
}

/** Returns the items of `rubric`. A case has one reference: a second one becomes part of its rubric. */
function rubricsOf(leaves: readonly Leaf[], context: ExpectationContext): ReadRubrics {
  const items: { item: string | JsonObject; node: ConfigNode }[] = [];
  const judges: Reached[] = [];
  let reference: string | undefined;
  for (const { mapped, node, about } of leaves) {
    if (mapped.kind !== 'rubrics') continue;
    reference ??= mapped.reference;
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
function listPrompts({ options }: ImportedTest, context: ExpectationContext): void {
  if (options['rubricPrompt']) leaveOutPrompt(options['rubricPrompt'], context);
  const scores = options['factuality'];
  if (scores) {
    const reason = 'eva has no scores for kinds of agreement';
    context.ledger.add('left_out', 'setting', scores, { what: 'factuality', reason });
  }
}
