import { problem } from '#errors/index.js';
import type { Case, TriggerSubject } from '#model/case.js';
import type { Place, Problem } from '#model/problem.js';
import { quoted, short } from '#model/text/quoted.js';
import { valueAt } from '../source/place.js';
import type { EvalContext } from './eval-context.js';
import { triggerSettings } from './settings.js';
import { everyTrial } from './trial-passes/trial-passes.js';

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
