import { longestTimerMs } from '#model/limits.js';
import type { ModelRequest } from '#model/reply/exchange.js';

/** Switches that make Claude Code a bare model, for version 2.1.197; other versions ignore names that they do not know. */
const bare: Readonly<Record<string, string>> = {
  // No thinking: its budget counts towards `max_tokens`, and the API refuses budgets below 1,024.
  MAX_THINKING_TOKENS: '0',
  CLAUDE_CODE_DISABLE_THINKING: '1',
  CLAUDE_CODE_DISABLE_ADAPTIVE_THINKING: '1',
  // The API's own default. The program's default differs from model to model.
  CLAUDE_CODE_EFFORT_LEVEL: 'high',
  // One attempt: eva retries, within its own limits.
  CLAUDE_CODE_MAX_RETRIES: '0',
  CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
  // No other model: not in place of a retired one, and not after a refusal.
  CLAUDE_CODE_DISABLE_LEGACY_MODEL_REMAP: '1',
  CLAUDE_CODE_DISABLE_REFUSAL_FALLBACK: '1',
  // Nothing but the prompt. With attachments, `@/path` in a prompt sends the file at that path to the model.
  CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
  CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  CLAUDE_CODE_ATTRIBUTION_HEADER: '0',
  DISABLE_COMPACT: '1',
  // Tokens cost what `prices:` says: no writes to a cache.
  DISABLE_PROMPT_CACHING: '1',
  // No call beside the one that was asked for: titles of sessions, telemetry, error reports, updates.
  CLAUDE_CODE_DISABLE_TERMINAL_TITLE: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_AUTOUPDATER: '1',
};

/** Returns the environment of one call: the given one, with the switches, the token limit and the time limit of the request. */
export function claudeEnvironment(
  env: Readonly<Record<string, string>>,
  { max_tokens }: Pick<ModelRequest, 'max_tokens'>,
  timeout_s: number,
): Record<string, string> {
  const timeoutMs = Math.min(Math.ceil(timeout_s * 1000), longestTimerMs);
  return { ...env, ...bare, CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(max_tokens), API_TIMEOUT_MS: String(timeoutMs) };
}
