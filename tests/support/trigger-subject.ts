import type { ModelSettings, TriggerSubject } from '#model/case.js';

/** A query for which a prompt should, or should not, be chosen. */
export function triggerSubject(query: string, settings: ModelSettings, should_match = true): TriggerSubject {
  return { kind: 'trigger', query, should_match, routing: { description: 'd', triggers: [], not_for: [] }, settings };
}
