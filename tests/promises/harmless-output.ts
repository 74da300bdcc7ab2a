import assert from 'node:assert/strict';
import { hostileTexts } from '../fixtures/hostile-texts.js';
import type { EvaOutput } from '../support/run-eva.js';

/** JSON is YAML, and its escapes can say every character that a file may not hold as it is. */
export function yaml(value: unknown): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, escaped);
}

const raw = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffd\u3164\uffa0\u2800\ufffe]|\u034f/u;
const ciCommand = /::(error|warning|set-output|add-mask|stop-commands)[ :]|##(\[|vso\[|teamcity\[)/i;

/** Throws if an output holds anything that acts on a terminal or a CI service, or that nobody can see. */
export function assertHarmless({ stdout, stderr }: EvaOutput): void {
  for (const line of `${stdout}\n${stderr}`.split('\n')) {
    assert.doesNotMatch(line, raw, JSON.stringify(line));
    assert.doesNotMatch(line, ciCommand, line);
  }
}

export const texts = hostileTexts.map(({ text }) => text);
export const judge = 'defaults: { model: claude-opus-4-7, judge: { model: claude-haiku-4-5-20251001 } }\n';

export const visible = texts.filter((text) => !/[\p{Cs}\0/]/u.test(text));
