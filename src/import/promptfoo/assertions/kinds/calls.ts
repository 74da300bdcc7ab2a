import type { JsonValue } from '#model/data/json.js';
import type { ExpectationContext } from '../context.js';
import { carried, leftOut, type Mapped } from '../mapped.js';
import { type Assertion, thresholdOf } from '../reading/assertion.js';

export const noCalls = leftOut('the model reports no tool calls');
export const noTools = leftOut('the model declares no tools', 'declare them in `tools` of eval.yml');

/** Carries over `is-valid-function-call` and its relatives. */
export function validCalls({ isNot }: Assertion, { tools, reportsCalls }: ExpectationContext): Mapped {
  if (!reportsCalls) return noCalls;
  if (isNot) return leftOut('promptfoo ignores the `not-` of this type');
  if (tools.length === 0) return noTools;
  return carried([{ valid_calls: true }]);
}

/** Carries over `tool-call-f1` with the threshold 1: these tools were called, and no others. */
export function toolCallF1(assertion: Assertion, { tools, reportsCalls }: ExpectationContext): Mapped {
  if (!reportsCalls) return noCalls;
  const wanted = namesIn(assertion.value);
  if (wanted.length === 0) return leftOut('its value has no names of tools');
  const threshold = thresholdOf(assertion) ?? 1;
  if (assertion.isNot || threshold !== 1) {
    return leftOut(
      'eva has no score for a part of the calls',
      'write `called` and `not_called` for the tools that matter',
    );
  }
  const called = wanted.map((tool) => ({ called: tool }));
  if (tools.length === 0) {
    const reason = 'a second call of a tool fails in eva, and passes in promptfoo';
    return { ...carried([...called, { max_calls: wanted.length }], { replaced: { reason } }), isDecision: false };
  }
  const others = tools.filter((tool) => !wanted.includes(tool));
  return { ...carried([...called, ...(others.length > 0 ? [{ not_called: others }] : [])]), isDecision: false };
}

/** Returns the names in a list, or in a text with commas, each once. */
function namesIn(value: JsonValue | undefined): readonly string[] {
  const names = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value.map(String) : [];
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))];
}
