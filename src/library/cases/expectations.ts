import type { Case, Expectation, Subject } from '#model/case.js';
import type { JsonValue } from '#model/data/json.js';
import type { ThenItem } from '#model/documents.gen.js';
import { type CheckSpec, type Grader, isValueReference } from '#model/grader.js';
import { metricFacts } from '#model/metrics.js';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { quoted, short } from '#model/text/quoted.js';
import type { CaseItems } from '../case-data/case-items.js';
import { readClass } from '../case-data/read-dataset.js';
import type { DocumentPart, ReportProblems } from '../source/document.js';
import type { Layer } from '../source/layer.js';
import { type Decided, readCriteria } from './case-criteria.js';
import { builtInJudge, modelSettings } from './case-settings.js';
import { readChecks, type WrittenExtract } from './check-lists.js';
import { readBehavior } from './judges.js';
import type { Choice, EvalFiles, EvaluatedPrompt, Findings } from './reading.js';
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

/** Reads the expectations of a `then:` list. */
export function readThen(
  files: EvalFiles,
  choice: Choice,
  findings: Findings,
  list: DocumentPart,
  layers: readonly Layer[],
  about: Expected,
): readonly Expectation[] {
  return list.items().flatMap((part) => readExpectation(files, choice, findings, part, layers, about) ?? []);
}

function readExpectation(
  files: EvalFiles,
  choice: Choice,
  findings: Findings,
  part: DocumentPart,
  layers: readonly Layer[],
  about: Expected,
): Expectation | undefined {
  const { report } = findings;
  const item = part.value as unknown as ThenItem;
  const wrong = countProblem(part);
  if (wrong) report([wrong]);
  const speaksOf = subjects.find((key) => item[key] !== undefined);
  if (wrong || speaksOf === undefined) return undefined;
  if (speaksOf !== 'expected_behavior') reportStrayKeys(part, speaksOf, findings);
  const [decided, grader, words] = graderOf(files, choice, part, item, about, report);
  const criteria = readCriteria(choice, part.in('criteria'), decided, layers, report);
  // Without items the classes are not known, and no criterion about them could pass.
  if (speaksOf === 'class' && !about.items) return undefined;
  return { about: item.about ?? words, grader, criteria, at: part.in(speaksOf).placeOfKey() };
}

function graderOf(
  files: EvalFiles,
  choice: Choice,
  part: DocumentPart,
  item: ThenItem,
  { subject, items, inputs, extract }: Expected,
  report: ReportProblems,
): readonly [Decided, Grader, string] {
  const { expected_behavior: text, metric } = item;
  if (item.class !== undefined) {
    const params = readClass(part.in('class'), item.class, items, report);
    return [{ kind: 'class', classes: params.of }, { grader: 'class', params }, 'the class'];
  }
  if (text !== undefined) {
    const params = readBehavior(files, part, text, inputs, report);
    return [
      { kind: 'scores', scale: params.judge.scale, rubric: 'of_case' },
      { grader: 'expected_behavior', params },
      params.text,
    ];
  }
  if (metric !== undefined) {
    const known = choice.metrics.find(({ name }) => name === metric);
    if (!known) throw new Error(`the schema allows a metric that there is not: ${metric}`);
    const params = metricFacts(known, subject);
    return [{ kind: 'metric', least: params.least }, { grader: 'metric', params }, metric];
  }
  const checks = readChecks(files, choice, [part.in('assert')], inputs, report);
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

/** Reports keys that only an expected behaviour may have. */
function reportStrayKeys(part: DocumentPart, subject: string, findings: Findings): void {
  for (const key of ['judge', 'rubric', 'reference']) {
    const stray = part.in(key);
    if (!stray.isWritten) continue;
    findings.report([
      problem('EVA_UNKNOWN_KEY:beside', `"${short(key)}" has no effect beside "${short(subject)}"`, {
        hint: 'remove it: only expected_behavior has a judge',
        at: stray.placeOfKey(),
      }),
    ]);
  }
}

/** The keys of which an item has exactly one. */
export const subjects = ['expected_behavior', 'metric', 'assert', 'class'] as const;

function countProblem(part: DocumentPart): Problem | undefined {
  const given = subjects.filter((key) => part.in(key).isWritten);
  if (given.length === 1) return undefined;
  const at = part.place();
  if (given.length === 0) {
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

/** Reads the queries of `triggering:`, each as a case with the name `should_match: TEXT`. */
export function readTriggering(
  { prompt, judgeDefaults }: EvalFiles,
  file: DocumentPart,
  report: ReportProblems,
): readonly Case[] {
  const triggering = file.in('triggering');
  if (!triggering.value) return [];
  if (triggering.isSound && !lists.some((list) => triggering.in(list).isWritten))
    report([
      problem('EVA_EMPTY:queries', '"triggering" has no queries', {
        hint: 'add should_match or should_not_match',
        at: triggering.placeOfKey(),
      }),
    ]);
  const queries = lists.flatMap((list) =>
    triggering
      .in(list)
      .items()
      .map((part) => ({ list, query: String(part.value), part })),
  );
  report(contradictions(queries));
  if (!prompt) return [];
  report(undescribed(prompt, triggering));
  const settings = modelSettings([...triggering.in('judge').layers(), ...judgeDefaults], builtInJudge);
  return queries.map(({ list, query, part }) => ({
    name: `${list}: ${query}`,
    subject: { kind: 'trigger', query, should_match: list === 'should_match', routing: prompt.routing, settings },
    sample_size: 1,
    sequential: false,
    stop_early: true,
    expectations: [{ about: 'the trigger decision', grader: { grader: 'trigger', params: {} }, criteria: everyTrial }],
    at: part.place(),
  }));
}

/** Returns the problem of a prompt whose meta.yml says nothing that the judge of triggers could read. */
function undescribed({ id, routing, places }: EvaluatedPrompt, triggering: DocumentPart): readonly Problem[] {
  if (id === undefined || routing.description !== '' || places?.['description'] || places?.['summary']) return [];
  const file = `prompts/${id}/meta.yml`;
  return [
    problem(
      'EVA_MISSING_KEY:description',
      '"triggering" needs a description of the prompt: it is what the judge compares each query with',
      {
        hint: `write in ${short(file)} what the prompt does, for example description: Reviews a diff. Use when code changes.`,
        at: triggering.placeOfKey(),
      },
    ),
  ];
}

interface Query {
  readonly list: (typeof lists)[number];
  readonly query: string;
  readonly part: DocumentPart;
}

function contradictions(queries: readonly Query[]): readonly Problem[] {
  const matching = new Set(queries.flatMap(({ list, query }) => (list === 'should_match' ? [query] : [])));
  const contradicting = queries.filter(({ list, query }) => list === 'should_not_match' && matching.has(query));
  return contradicting.map(({ query, part }) =>
    problem('EVA_CONTRADICTION:query', `the query ${quoted(query)} is in should_match and in should_not_match`, {
      hint: 'remove it from one of them',
      at: part.place(),
    }),
  );
}
