import { problem } from '#errors.js';
import type { Case } from '#model/case.js';
import type { Triggering } from '#model/documents.gen.js';
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
