import type { SubjectSettings } from '#model/settings.js';

/**
 * What a request may need beyond one text from the user, a system prompt and `max_tokens`: a setting, a form of a setting, or a form of the
 * messages. Each type of provider names those that it lacks; eva refuses them and never sends less.
 */
export const features = [
  'messages',
  'images',
  'pdf',
  'embeddings',
  'temperature',
  'top_p',
  'top_k',
  'stop',
  'stop_above_4',
  'sampling_seed',
  'reasoning_effort',
  'reasoning_budget',
  'json',
  'json_schema',
  'json_schema_not_strict',
  'tools',
  'tool_choice',
  'forced_tool_choice',
] as const;
export type Feature = (typeof features)[number];

/** A feature that settings need, and the path of the value that needs it, from the settings. */
interface Need {
  readonly feature: Feature;
  readonly path: readonly string[];
}

/** Returns the features that the settings of the model under test need. */
export function needsOfSettings(settings: Partial<SubjectSettings>): readonly Need[] {
  const { stop, reasoning, response_format: format, tool_choice: choice } = settings;
  const set = (['temperature', 'top_p', 'top_k', 'stop', 'sampling_seed', 'tools', 'tool_choice'] as const)
    .filter((name) => settings[name] !== undefined)
    .map((name): Need => ({ feature: name, path: [name] }));
  const more: readonly (Need | false)[] = [
    (stop?.length ?? 0) > 4 && { feature: 'stop_above_4', path: ['stop'] },
    reasoning !== undefined &&
      ('effort' in reasoning
        ? { feature: 'reasoning_effort', path: ['reasoning', 'effort'] }
        : { feature: 'reasoning_budget', path: ['reasoning', 'budget_tokens'] }),
    format === 'json' && { feature: 'json', path: ['response_format'] },
    typeof format === 'object' && { feature: 'json_schema', path: ['response_format', 'json_schema'] },
    typeof format === 'object' &&
      format.strict === false && { feature: 'json_schema_not_strict', path: ['response_format', 'strict'] },
    (choice === 'required' || typeof choice === 'object') && { feature: 'forced_tool_choice', path: ['tool_choice'] },
  ];
  return [...set, ...more.filter((need) => need !== false)];
}
