import type { Case, Expectation, Subject, TriggerSubject } from '#model/case.js';
import type { JsonValue } from '#model/data/json.js';
import type { ThenItem } from '#model/documents.gen.js';
import { type CheckSpec, type Grader, isValueReference } from '#model/grader.js';
import { metricFacts } from '#model/metrics.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/sentences/sentence.js';
import { quoted, short } from '#model/text/quoted.js';
import type { CaseItems } from '../case-data/case-items.js';
import { readClass } from '../case-data/read-dataset.js';
import type { Layer } from '../source/layer.js';
import { type Path, valueAt } from '../source/place.js';
import { type Decided, readCriteria } from './case-criteria.js';
import { triggerSettings } from './case-settings.js';
import { readChecks, type WrittenExtract } from './check-lists.js';
import type { EvalContext } from './eval-context.js';
import { readBehavior } from './judges.js';
import { everyTrial } from './trial-passes.js';

/** What the expectations of a case are about. */
interface Expected {
  readonly subject: Subject;
  /** The items of the data set; null without one. */
  readonly items: CaseItems | null;
  /** The inputs that all trials share. */
  readonly inputs: Readonly<Record<string, string>>;
  /** The piece of the reply that checks see; undefined for the whole reply. */
  readonly extract?: WrittenExtract | undefined;
}

/** Reads the expectations of the `then:` list at a path. */
export function readThen(
  context: EvalContext,
  path: Path,
  layers: readonly Layer[],
  about: Expected,
): readonly Expectation[] {
  const items = (valueAt(context.source.value, path) ?? []) as unknown as readonly (Partial<ThenItem> | null)[];
  return items.flatMap(
    (item, index) => (item && readExpectation(context, [...path, index], item, { layers, ...about })) ?? [],
  );
}

function readExpectation(
  context: EvalContext,
  path: Path,
  item: Partial<ThenItem>,
  { layers, ...about }: Expected & { readonly layers: readonly Layer[] },
): Expectation | undefined {
  const wrong = countProblem(context, path);
  if (wrong) context.report([wrong]);
  const speaksOf = subjects.find((key) => item[key] !== undefined);
  if (wrong || speaksOf === undefined) return undefined;
  if (speaksOf !== 'expected_behavior') reportStrayKeys(context, path, speaksOf);
  const [decided, grader, words] = graderOf(context, path, item, about);
  const hasNoItems = speaksOf === 'class' && !about.items;
  const criteria = readCriteria(context, [...path, 'criteria'], decided, layers);
  // Without items the classes are not known, and no criterion about them could pass.
  if (hasNoItems) return undefined;
  return { about: item.about ?? words, grader, criteria, at: context.source.place([...path, speaksOf], 'key') };
}

function graderOf(
  context: EvalContext,
  path: Path,
  item: Partial<ThenItem>,
  { subject, items, inputs, extract }: Expected,
): readonly [Decided, Grader, string] {
  const { expected_behavior: text, metric } = item;
  if (item.class !== undefined) {
    const params = readClass(context, [...path, 'class'], item.class, items);
    return [{ kind: 'class', classes: params.of }, { grader: 'class', params }, 'the class'];
  }
  if (text !== undefined) {
    const params = readBehavior(context, path, text, inputs);
    return [
      { kind: 'scores', scale: params.judge.scale, rubric: 'of_case' },
      { grader: 'expected_behavior', params },
      params.text,
    ];
  }
  if (metric !== undefined) {
    const found = context.metrics.find(({ name }) => name === metric);
    if (!found) throw new Error(`the schema allows a metric that there is not: ${metric}`);
    const params = metricFacts(found, subject);
    return [{ kind: 'metric', least: params.least }, { grader: 'metric', params }, metric];
  }
  const checks = readChecks(context, [[...path, 'assert']], inputs);
  return [{ kind: 'checks' }, { grader: 'trial_passes', params: { checks, ...extract } }, checksInWords(checks)];
}

/** Names an item by its checks, since a case may have several such items: `check: contains "14 days"`. */
function checksInWords(checks: readonly CheckSpec[]): string {
  const [first, ...others] = checks;
  if (first && others.length === 0) return `check: ${first.about ?? `${first.op}${valueInWords(first.value)}`}`;
  return `checks: ${[...new Set(checks.map(({ about, op }) => about ?? op))].join(', ')}`;
}

function valueInWords(value: JsonValue): string {
  if (typeof value === 'string') return ` ${quoted(value)}`;
  if (isValueReference(value)) {
    const [kind = '', name] = Object.entries(value)[0] ?? [];
    return ` ${kind} ${quoted(String(name))}`;
  }
  return typeof value === 'number' ? ` ${value}` : '';
}

/** Reports keys that only an expected behaviour may have, and retracts problems of their shape. */
function reportStrayKeys({ document, source, report, retract }: EvalContext, path: Path, subject: string): void {
  for (const key of ['judge', 'rubric', 'reference']) {
    const own = [...path, key];
    if (!document.holds(own)) continue;
    retract(document.within(own));
    report([
      problem('EVA_UNKNOWN_KEY:beside', `"${short(key)}" has no effect beside "${short(subject)}"`, {
        hint: 'remove it: only expected_behavior has a judge',
        at: source.place(own, 'key'),
      }),
    ]);
  }
}

/** The keys of which an item has exactly one. */
export const subjects = ['expected_behavior', 'metric', 'assert', 'class'] as const;

function countProblem({ document, source }: EvalContext, path: Path): Problem | undefined {
  const given = subjects.filter((key) => document.holds([...path, key]));
  if (given.length === 1) return undefined;
  const at = source.place(path);
  if (given.length === 0) {
    if (!subjects.every((key) => document.lacks(path, key))) return undefined;
    return problem('EVA_MISSING_KEY:subject', 'the item has criteria, but nothing that they decide', {
      hint: 'add one of expected_behavior, metric, assert',
      at,
    });
  }
  return problem(
    'EVA_ONE_KEY:subjects',
    `the item has ${given.map(short).join(' and ')}; it must have exactly one of them`,
    { hint: 'write one item for each', at },
  );
}

const lists = ['should_match', 'should_not_match'] as const;

/** The queries of each list; null for an invalid query. */
type Queries = Readonly<Partial<Record<(typeof lists)[number], readonly (string | null)[]>>>;

/** Reads the queries of `triggering:`, each as a case with the name `should_match: TEXT`. */
export function readTriggering(context: EvalContext): readonly Case[] {
  const { source, document, prompt, report } = context;
  const triggering = valueAt(source.value, ['triggering']) as Queries | undefined;
  if (!triggering) return [];
  if (lists.every((list) => document.lacks(['triggering'], list))) {
    report([
      problem('EVA_EMPTY:queries', '"triggering" has no queries', {
        hint: 'add should_match or should_not_match',
        at: source.place(['triggering'], 'key'),
      }),
    ]);
  }
  report(contradictions(context, triggering));
  report(undescribed(context));
  const settings = triggerSettings(context);
  if (!prompt) return [];
  return lists.flatMap((list) =>
    (triggering[list] ?? []).flatMap((query, index) => {
      if (query === null) return [];
      const should_match = list === 'should_match';
      const at = source.place(['triggering', list, index]);
      return [queryCase(list, { kind: 'trigger', query, should_match, routing: prompt.routing, settings }, at)];
    }),
  );
}

/** Returns the problem of a prompt whose meta.yml says nothing that the judge of triggers could read. */
function undescribed({ prompt, source }: EvalContext): readonly Problem[] {
  if (prompt?.id === undefined || prompt.routing.description !== '') return [];
  if (prompt.places?.['description'] || prompt.places?.['summary']) return [];
  const file = `prompts/${prompt.id}/meta.yml`;
  return [
    problem(
      'EVA_MISSING_KEY:description',
      '"triggering" needs a description of the prompt: it is what the judge compares each query with',
      {
        hint: `write in ${short(file)} what the prompt does, for example description: Reviews a diff. Use when code changes.`,
        at: source.place(['triggering'], 'key'),
      },
    ),
  ];
}

function queryCase(list: string, subject: TriggerSubject, at: Place): Case {
  return {
    name: `${list}: ${subject.query}`,
    subject,
    sample_size: 1,
    sequential: false,
    stop_early: true,
    expectations: [{ about: 'the trigger decision', grader: { grader: 'trigger', params: {} }, criteria: everyTrial }],
    at,
  };
}

function contradictions({ source }: EvalContext, triggering: Queries): readonly Problem[] {
  const { should_match = [], should_not_match = [] } = triggering;
  return should_not_match.flatMap((query, index) => {
    if (query === null || !should_match.includes(query)) return [];
    const at = source.place(['triggering', 'should_not_match', index]);
    return [
      problem('EVA_CONTRADICTION:query', `the query ${quoted(query)} is in should_match and in should_not_match`, {
        hint: 'remove it from one of them',
        at,
      }),
    ];
  });
}
