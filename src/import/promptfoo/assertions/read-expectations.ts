import { judgedChecks } from '#model/case/grader.js';
import type { JsonObject } from '#model/data/json.js';
import type { ConfigNode } from '../../config-node.js';
import type { ImportedExpectations, ImportedTest, ProviderEntry } from '../imported.js';
import type { ExpectationContext, Reached } from './context.js';
import { readJudge, rubricItem } from './graded/judges.js';
import type { CarriedChecks, CarriedRubrics } from './mapped.js';
import { typeOf } from './reading/assertion.js';
import { type Leaf, named } from './reading/read-leaf.js';
import { readLeaves } from './sets/read-groups.js';

/** Reads the assertions of a test in eva's words. Adds everything that is not carried over as it is to the ledger. */
export function readExpectations(test: ImportedTest, context: ExpectationContext): ImportedExpectations {
  const leaves = readLeaves(test, context);
  const checks = checksOf(leaves, context);
  const rubrics = rubricsOf(leaves, context);
  const ops = checks.items.flatMap(({ check }) => Object.keys(check));
  const isJudged = rubrics.items.length > 0 || ops.some((op) => judgedChecks.includes(op));
  const judge = isJudged ? readJudge(test.options['provider'], context) : undefined;
  if (rubrics.items.length > 0) listPrompts(test, context);
  return {
    assert: checks.items.map(({ check }) => check),
    rubric: rubrics.items.map(({ item }) => item),
    ...(rubrics.reference !== undefined && { reference: rubrics.reference }),
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
function checksOf(leaves: readonly Leaf[], { ledger }: ExpectationContext): ReadChecks {
  const items: { check: JsonObject; node: ConfigNode }[] = [];
  let embedding: Reached | undefined;
  for (const { mapped, node, about } of leaves) {
    if (mapped.kind !== 'checks') continue;
    embedding ??= mapped.embedding;
    if (mapped.embedding && mapped.embedding.model !== embedding?.model) {
      const reason = `eva has one embedding model for a prompt, and another assertion has ${embedding?.model}`;
      ledger.add('left_out', 'assertion', node, { what: typeOf(node) ?? 'similar', reason });
    } else items.push(...checksNamed(mapped, about).map((check) => ({ check, node })));
  }
  return { items, ...(embedding && { embedding }) };
}

function checksNamed({ checks }: CarriedChecks, about: string | undefined): readonly JsonObject[] {
  return checks.map((check) => named(check, about));
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
