import type { JsonObject } from '#model/data/json.js';
import { checksIn, innerChecks, judgedChecks } from '#model/grader.js';
import { placeholders } from '#model/text/quoted.js';
import { readChain, type Seen, seenAfter, trimmedAnswer } from '../code/chain.js';
import { type ConfigNode, itemsOf } from '../config-node.js';
import type { Traced } from '../draft.js';
import { listUnknownKeys } from '../finding.js';
import type { ImportedExpectations, ImportedTest } from '../imported.js';
import {
  assertionType,
  type CarriedChecks,
  type CarriedRubrics,
  type ExpectationContext,
  forPurpose,
  notMapped,
  numberInNode,
  type Reached,
  type RubricText,
} from './mapped.js';
import { type Leaf, metricName, readLeaf, type TestScope } from './read-leaf.js';

/** Reads the assertions of a test in eva's words. Adds everything that is not carried over as it is to the ledger. */
export function readExpectations(test: ImportedTest, context: ExpectationContext): ImportedExpectations {
  const chain = readChain(test, context);
  const leaves = readLeaves({ test, chain, context });
  const seen = leaves.some(({ mapped }) => seesPiece(mapped)) ? seenAfter(chain, context) : undefined;
  const checks = checksOf(leaves, seen, context);
  const rubrics = rubricsOf(leaves, context);
  const isJudged =
    rubrics.items.length > 0 || checks.items.some(({ item }) => opsIn(item).some((op) => judgedChecks.includes(op)));
  const judge = isJudged ? readJudge(test.options['provider'], context) : undefined;
  if (rubrics.items.length > 0) {
    if (test.options['rubricPrompt']) leaveOutPrompt(test.options['rubricPrompt'], context);
    if (test.options['factuality']) listScores(test.options['factuality'], context);
  }
  const { reference } = rubrics;
  return {
    expects: {
      assert: checks.items,
      rubric: rubrics.items,
      rest: {
        ...(reference !== undefined && { reference }),
        ...(seen?.extract && { extract: seen.extract }),
        ...(judge && { judge: { model: judge.model } }),
      },
    },
    ...(checks.embedding && { embedding_model: checks.embedding.model }),
    needsAllVars:
      seen?.needsAllVars === true ||
      leaves.some(({ mapped }) => mapped.kind === 'checks' && mapped.needsAllVars === true),
    entries: [checks.embedding, judge, ...rubrics.judges].flatMap((reached) => (reached?.entry ? [reached.entry] : [])),
  };
}

/**
 * Returns the items of `rubric`. A case has one reference, which its judges see with every rubric: one that is not for all of its rubrics
 * becomes part of those that it is for.
 */
function rubricsOf(leaves: readonly Leaf[], context: ExpectationContext) {
  const items: Traced<string | JsonObject>[] = [];
  const judges: Reached[] = [];
  const all = leaves.flatMap(({ mapped }) => (mapped.kind === 'rubrics' ? [mapped.reference] : []));
  const reference = all.every((one) => one === all[0]) ? all[0] : undefined;
  for (const { mapped, node, about } of leaves) {
    if (mapped.kind !== 'rubrics') continue;
    const judge = readJudge(node.child('provider'), context);
    if (judge) judges.push(judge);
    if (node.child('rubricPrompt')) leaveOutPrompt(node.child('rubricPrompt') ?? node, context);
    for (const rubric of textsFor(mapped, reference)) {
      const item = rubricItem(rubric, about, judge?.model);
      if (item === undefined) {
        const reason = 'its text has braces, which eva fills in for a rubric with a judge of its own';
        context.ledger.add('left_out', 'assertion', node, { what: assertionType(node) ?? 'assertion', reason });
      } else items.push({ item, source: node });
    }
  }
  return { items, judges, ...(reference !== undefined && { reference }) };
}

function textsFor({ rubrics, reference, withReference }: CarriedRubrics, shared: string | undefined) {
  const isOther = reference !== undefined && reference !== shared;
  return isOther && withReference ? withReference(reference) : rubrics;
}

function leaveOutPrompt(node: ConfigNode, { ledger }: ExpectationContext): void {
  ledger.add('left_out', 'setting', node, { what: 'rubricPrompt', reason: 'the judge of eva has its own prompt' });
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

/**
 * Returns the items of `assert`. eva has one embedding model for a prompt, so checks with another one are left out, as are checks that cannot
 * hold together.
 */
function checksOf(leaves: readonly Leaf[], seen: Seen | undefined, { ledger }: ExpectationContext) {
  const items: Traced<JsonObject>[] = [];
  let embedding: Reached | undefined;
  for (const { mapped, node, about } of leaves) {
    if (mapped.kind !== 'checks') continue;
    embedding ??= mapped.embedding;
    if (mapped.embedding && mapped.embedding.model !== embedding?.model) {
      const reason = `eva has one embedding model for a prompt, and another assertion has ${embedding?.model}`;
      ledger.add('left_out', 'assertion', node, { what: assertionType(node) ?? 'similar', reason });
      continue;
    }
    const named = checksNamed(mapped, about, seen);
    const against = items.find(({ item }) => named.some((check) => contradict(check, item)));
    if (against) {
      const reason = `no answer can meet it together with ${assertionType(against.source) ?? 'another assertion'} on line ${against.source.place().line}`;
      ledger.add('left_out', 'assertion', node, { what: assertionType(node) ?? 'assertion', reason });
    } else items.push(...named.map((item) => ({ item, source: node })));
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
    return seen.isTrimmed && opsIn(check).some((op) => sensitive.includes(op))
      ? { ...check, extract: trimmedAnswer }
      : check;
  };
  return checks.map((check) => ({ ...(about !== undefined && { about }), ...seeing(check) }));
}

/** The checks for which white space at the ends of an answer matters. */
const sensitive = ['matches', 'not_matches', 'module', 'command'];

/** Returns the names of the checks in an item of `assert`, those that it counts included. */
function opsIn(check: JsonObject): readonly string[] {
  return checksIn(check)
    .flatMap(([op, value]) => innerChecks({ op, value }))
    .map(({ op }) => op);
}

/** Returns true for rubrics, and for checks that see what the case extracts. */
function seesPiece(mapped: Leaf['mapped']): boolean {
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

/** Reads all assertions of a test: sets become their assertions, or one check that counts them. */
function readLeaves(scope: TestScope): readonly Leaf[] {
  const { test } = scope;
  const hasSet = test.asserts.some((node) => assertionType(node) === setType);
  const leaves = test.asserts.flatMap((node) =>
    assertionType(node) === setType ? readSet(node, scope) : [readLeaf(node, scope)],
  );
  const { threshold } = test;
  if (!threshold) return leaves;
  const limit = numberInNode(threshold);
  const counted =
    limit === undefined || limit === null
      ? { reason: 'it is no number' }
      : hasSet
        ? { reason: 'some of its assertions are sets' }
        : countChecks(leaves, limit);
  return withCount(leaves, counted, threshold, test.node, scope);
}

const setType = 'assert-set';

const keysOfSet = ['type', 'assert', 'weight', 'metric', 'threshold', 'config'];

function readSet(node: ConfigNode, scope: TestScope): readonly Leaf[] {
  const { context } = scope;
  listUnknownKeys(node, keysOfSet, context);
  const list = node.child('assert');
  const leaves = (list ? itemsOf(list) : []).map((one) => readLeaf(one, scope));
  if (leaves.length === 0)
    context.ledger.add('left_out', 'assertion', node, { what: setType, reason: 'it has no assertions' });
  const threshold = node.child('threshold');
  const limit = numberInNode(threshold);
  if (!threshold || limit === undefined) return leaves;
  const counted = limit === null ? { reason: 'it is no number' } : countChecks(leaves, limit);
  return withCount(leaves, counted, threshold, node, scope);
}

/** Replaces assertions by one check that counts them. If they cannot be counted, all must hold, and the threshold is left out. */
function withCount(
  leaves: readonly Leaf[],
  counted: ReturnType<typeof countChecks>,
  threshold: ConfigNode,
  of: ConfigNode,
  { test, context }: TestScope,
): readonly Leaf[] {
  if (counted === 'all') return leaves;
  if ('reason' in counted) {
    const todo = 'count checks with `at_least`';
    context.ledger.add('left_out', 'setting', threshold, {
      what: 'threshold',
      reason: `${counted.reason}; all must hold`,
      todo,
    });
    return leaves;
  }
  if (counted.count >= counted.of.length) return leaves;
  const checks: readonly JsonObject[] = [{ at_least: { count: counted.count, of: counted.of } }];
  if (counted.count <= 0) return leaves.map((leaf) => neverFails(leaf, context));
  const needsAllVars = leaves.some(({ mapped }) => mapped.kind === 'checks' && mapped.needsAllVars);
  const mapped: CarriedChecks = { kind: 'checks', checks, isDecision: false, ...(needsAllVars && { needsAllVars }) };
  const about = of === test.node ? undefined : metricName(of, test);
  return [{ node: of, mapped, weight: 1, ...(about !== undefined && { about }) }];
}

function neverFails(leaf: Leaf, { ledger }: ExpectationContext): Leaf {
  const mapped = notMapped('the threshold above it is 0, so it never fails');
  ledger.add('left_out', 'assertion', leaf.node, {
    what: assertionType(leaf.node) ?? 'assertion',
    reason: mapped.reason,
  });
  return { ...leaf, mapped };
}

/** How a threshold counts checks: all or so many of them must hold; or the reason why it cannot be carried over. */
type Counted = 'all' | { readonly count: number; readonly of: readonly JsonObject[] } | { readonly reason: string };

/** Counts the checks that must hold for a mean score of at least a threshold. Each must be one check that holds or not, with equal weight. */
function countChecks(leaves: readonly Leaf[], threshold: number): Counted {
  const counted = leaves.filter(({ weight }) => weight !== 0);
  if (counted.some(({ mapped }) => mapped.kind === 'left_out'))
    return { reason: 'some of its assertions are left out' };
  const areDecisions = counted.every(({ mapped }) => mapped.kind === 'checks' && mapped.isDecision);
  if (threshold === 1 && areDecisions) return 'all';
  if (new Set(counted.map(({ weight }) => weight)).size > 1) return { reason: 'eva has no weights' };
  const of = counted.flatMap(countable);
  if (of.length < counted.length)
    return { reason: 'some of its assertions have scores between 0 and 1, or are more than one check' };
  const count = Math.ceil(counted.length * threshold - 1e-9);
  if (count > counted.length) return { reason: 'no score can reach it' };
  return { count, of };
}

/** Returns the only check of an assertion, if a threshold can count it. */
function countable({ mapped, about }: Leaf): readonly JsonObject[] {
  if (mapped.kind !== 'checks' || !mapped.isDecision || mapped.checks.length !== 1) return [];
  return mapped.checks
    .filter((check) => !('at_least' in check) && !('extract' in check))
    .map((check) => (about === undefined ? check : { about, ...check }));
}

/** Finds the judge that a `provider` names; undefined without one. Adds one that cannot be reached to the ledger. */
function readJudge(provider: ConfigNode | undefined, context: ExpectationContext): Reached | undefined {
  const node = forPurpose('text', provider);
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

/**
 * Returns an item of `rubric`. eva fills in the braces of an item with a name or a judge, so a text with braces stays without a name;
 * undefined if it needs a judge.
 */
function rubricItem(
  { text, pass_threshold }: RubricText,
  about: string | undefined,
  model: string | undefined,
): string | JsonObject | undefined {
  const judge = { ...(model !== undefined && { model }), ...(pass_threshold !== undefined && { pass_threshold }) };
  const hasJudge = Object.keys(judge).length > 0;
  if (placeholders(text).length > 0) return hasJudge ? undefined : text;
  if (about === undefined && !hasJudge) return text;
  return { ...(about !== undefined && { about }), text, ...(hasJudge && { judge }) };
}
