import type { TestContext } from 'node:test';
import { type Files, tempLibrary } from './temp-library.js';

const meta = `id: bot
title: Help desk
summary: Answers users who are locked out.
status: draft
version: 1.0.0
created: 2026-01-02
updated: 2026-01-03
description: Answers users. Use when one is locked out.
inputs:
  - name: product
    required: true
promotion:
  min_uses: 0
`;

/** Returns an eval.yml with one scenario. The given settings override the defaults. */
export function scenarioFile(part: Readonly<Record<string, unknown>> = {}): string {
  const scenario = {
    title: 'Bot lets the user in',
    given: 'A user of {{product}} has forgotten the password.',
    when: 'The user asks how to get back in.',
    inputs: { product: 'Acme' },
    sample_size: 6,
    max_turns: 3,
    stop_early: false,
    then: [
      {
        expected_behavior: 'The bot gives each step.',
        criteria: { proportion_gte: { min_score: 6, proportion: 0.6 } },
      },
      { metric: 'per_conversation.turn_count', criteria: { median_lt: { threshold: 3 } } },
    ],
    ...part,
  };
  const defaults = { model: 'claude-opus-4-7', judge: { model: 'claude-haiku-4-5-20251001' } };
  return `${JSON.stringify({ defaults, scenarios: [scenario] }, null, 2)}\n`;
}

/** Makes a library with one prompt, `bot`, and one scenario. */
export function scenarioLibrary(
  t: TestContext,
  part: Readonly<Record<string, unknown>> = {},
  files: Files = {},
): string {
  return tempLibrary(t, {
    'prompts/bot/meta.yml': meta,
    'prompts/bot/prompt.xml': 'You are the help desk of {{product}}.\n',
    'prompts/bot/eval.yml': scenarioFile(part),
    ...files,
  });
}
