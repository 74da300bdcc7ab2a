import { problem } from '#errors.js';
import type { Case } from '#model/case.js';
import type { Triggering } from '#model/documents.gen.js';
import type { Problem } from '#model/problem.js';
import { quoted } from '#model/quoted.js';
import { everyTrial } from './case.js';
import type { EvalContext } from './eval-context.js';
import { valueAt } from './input-text.js';
import { triggerSettings } from './settings.js';

const lists = ['should_match', 'should_not_match'] as const;

/** The queries of `triggering:`, each a case of its own: `should_match: TEXT`. */
export function readTriggering(context: EvalContext): readonly Case[] {
  const { source, document, prompt, report } = context;
  const triggering = valueAt(source.value, ['triggering']) as Triggering | undefined;
  if (!triggering || !document.isSound(['triggering'])) return [];
  if (lists.every((list) => triggering[list] === undefined)) {
    const hint = `add ${lists.join(' or ')}`;
    report([problem('EVA_EMPTY', '"triggering" holds no queries', { at: source.place(['triggering'], 'key'), hint })]);
  }
  report(contradictions(context, triggering));
  const settings = triggerSettings(context);
  if (!prompt) return [];
  return lists.flatMap((list) =>
    (triggering[list] ?? []).map((query, index) => ({
      name: `${list}: ${query}`,
      subject: { kind: 'trigger', query, should_match: list === 'should_match', routing: prompt.routing, settings },
      sample_size: 1,
      sequential: false,
      expectations: [
        { about: 'the trigger decision', grader: { grader: 'trigger', params: {} }, criteria: everyTrial },
      ],
      at: source.place(['triggering', list, index]),
    })),
  );
}

function contradictions({ source }: EvalContext, triggering: Triggering): readonly Problem[] {
  const { should_match = [], should_not_match = [] } = triggering;
  return should_not_match.flatMap((query, index) => {
    if (!should_match.includes(query)) return [];
    const at = source.place(['triggering', 'should_not_match', index]);
    const message = `the query ${quoted(query)} should match and should not`;
    return [problem('EVA_CONTRADICTION', message, { at, hint: 'keep it in one of the two lists' })];
  });
}
