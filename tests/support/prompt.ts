import type { Case } from '#model/case.js';
import type { CheckSpec } from '#model/grader.js';
import type { Prompt } from '#model/prompt.js';

/** Makes the prompt `diff` with the given fields. */
export function promptWith(part: Partial<Prompt> = {}): Prompt {
  return {
    id: 'diff',
    title: 'Surgical diff',
    summary: 'Changes what was asked for.',
    status: 'tested',
    version: '1.0.0',
    created: '2026-01-02',
    updated: '2026-01-03',
    inputs: [],
    routing: { description: 'Writes a small diff.', triggers: [], not_for: [] },
    promotion: { require_eval: true },
    body: '<task/>',
    body_file: 'prompt.xml',
    body_places: { texts: [], files: [], roles: [] },
    dir: '/library/prompts/diff',
    places: {},
    ...part,
  };
}

/** Makes a case with these checks. */
export function caseWith(name: string, checks: readonly CheckSpec[]): Case {
  const settings = { model: 'claude-opus-4-7', timeout_s: 60, max_tokens: 4096 };
  const grader = { grader: 'trial_passes', params: { checks } } as const;
  return {
    name,
    subject: { kind: 'prompt', inputs: {}, settings },
    sample_size: 1,
    sequential: false,
    stop_early: true,
    expectations: [{ about: 'every check holds', grader, criteria: [{ criterion: 'every_trial', params: {} }] }],
  };
}
