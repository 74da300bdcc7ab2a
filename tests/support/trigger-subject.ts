import type { TriggerSubject } from '#model/case.js';
import type { ModelSettings } from '#model/settings.js';

/** Makes a query that should, or should not, trigger a prompt. */
export function triggerSubject(query: string, settings: ModelSettings, should_match = true): TriggerSubject {
  return { kind: 'trigger', query, should_match, routing: { description: 'd', triggers: [], not_for: [] }, settings };
}
