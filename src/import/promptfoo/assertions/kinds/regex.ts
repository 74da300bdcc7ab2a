import { carried, leftOut, type Mapped } from '../mapped.js';
import type { Assertion } from '../reading/assertion.js';
import { javascriptFlaw, toPythonNotation } from './patterns/notation.js';

/** Carries over `regex`. promptfoo searches with JavaScript's engine and without flags. */
export function regex({ isNot, value }: Assertion): Mapped {
  if (value === undefined || value === '') return leftOut('its pattern is empty, so it could never fail');
  if (typeof value !== 'string') return leftOut('its value is no text');
  const check = isNot ? 'not_matches' : 'matches';
  const flaw = javascriptFlaw(value);
  if (flaw === undefined) return carried([{ [check]: toPythonNotation(value) }]);
  if (!/^\(\?[aimsu]+\)/.test(value)) return leftOut(`promptfoo cannot read its pattern: ${flaw}`, 'mend the pattern');
  const reason = 'promptfoo cannot read flags at the beginning of a pattern and always fails, and eva can read them';
  return carried([{ [check]: value }], { replaced: { reason } });
}
