import { attemptTexts } from '#errors/failures/attempt.js';
import type { StopReason } from '#model/reply/exchange.js';
import { failureText, ProviderFailure } from '../failure.js';
import { asObject } from './json-shape.js';

/** The words by which servers say why a reply ended, in small letters with `_`. Each server has its own for a limit and for safety. */
const meanings: readonly (readonly [words: RegExp, stop: StopReason])[] = [
  [/length|limit|truncat|max_?(?:\w+_)?tokens|out_of_tokens|context_window/, 'max_tokens'],
  [
    /filter|safe|refus|recitation|prohibited|blocklist|blocked|spii|sensitive|guardrail|armor|toxic|moderat|policy|harm|violat|censor/,
    'refusal',
  ],
  [/^(?:tool|function)_?(?:call|use)/, 'tool_call'],
  [/^pause_turn$/, 'other'],
];

/** Words for a reply that the server broke off by a fault of its own. */
const faults = /error|^abort|^cancel|insufficient_system_resource/;

/**
 * Maps the word of a server to a `StopReason`. A word that is unknown or missing means a normal end: many servers have words of their own for it.
 * Some put the word into an object, as its `type`.
 * After a call that is a `tool_call`, which only some servers say. Throws `ProviderFailure` `server_error` if the server broke off.
 */
export function endReason(word: unknown, isCall = false): StopReason {
  const said = asObject(word)?.['type'] ?? word;
  const text = typeof said === 'string' ? said.toLowerCase().replace(/[\s-]+/g, '_') : '';
  const stop = meanings.find(([words]) => words.test(text))?.[1];
  if (stop === undefined && faults.test(text)) {
    throw new ProviderFailure('server_error', attemptTexts.broken_off({ word: failureText(text) }));
  }
  return stop ?? (isCall ? 'tool_call' : 'end');
}
