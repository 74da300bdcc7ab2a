import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import type { RunPlan } from '#model/run/run.js';
import type { SubjectSettings } from '#model/settings.js';
import { settingsLines } from '#report/plan/plan-text.js';
import { plainPaint } from '#report/text/screen.js';
import { caseWith } from '../support/prompt.js';

const screen = { paint: plainPaint, width: 100 };

function withSettings(name: string, options: Partial<SubjectSettings>): Case {
  const one = caseWith(name, []);
  if (one.subject.kind !== 'prompt') throw new Error('not a prompt');
  return { ...one, subject: { ...one.subject, settings: { model: 'm', timeout_s: 1, max_tokens: 9, ...options } } };
}

function linesOf(cases: readonly Case[]): readonly string[] {
  return settingsLines({ cases } as RunPlan, screen);
}

test('a plan lists the options of models once, and how many cases have them', () => {
  const options: Partial<SubjectSettings> = {
    top_p: 0.5,
    stop: ['END'],
    reasoning: { effort: 'low' },
    response_format: { json_schema: {} },
    tools: [{ name: 'search', input_schema: {} }],
    tool_choice: { tool: 'search' },
    extra: { openai: { verbosity: 'low' } },
  };
  const lines = linesOf([withSettings('a', options), withSettings('b', options)]);
  assert.deepEqual(
    lines
      .join(' ')
      .replaceAll(/ +(?!top_p)/g, ' ')
      .trim()
      .split(' · '),
    [
      'm  top_p 0.5',
      'stop ["END"]',
      'reasoning low',
      'response_format response (a schema)',
      'tools search',
      'tool_choice search',
      'extra for openai: verbosity',
    ],
  );
  assert.deepEqual(linesOf([withSettings('a', { top_k: 3 }), withSettings('b', {})]), ['   m  top_k 3  (1 case)']);
  assert.deepEqual(linesOf([withSettings('a', {})]), []);
});
