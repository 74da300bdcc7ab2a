import type { CheckSpec } from '#model/case/grader.js';
import { referencesOfCheck } from '#model/case/references.js';
import type { Case } from '#model/case.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import type { FindingView } from '../view.js';

/** Checks that compare the answer with a value. */
const comparisons: readonly string[] = ['equals', 'json_value'];

/**
 * Returns the value of the item that an answer is compared with, if a single check compares it with a field. A run stores no item, so the
 * value is read from the finding of the check. Returns null if there is no such check, if there are several, or if the finding is shortened.
 */
export function expectedValue(findings: readonly FindingView[], testCase: Case | undefined): string | null {
  const compared = (testCase?.expectations ?? []).flatMap(({ grader }, expectation) => {
    const checks = grader.grader === 'trial_passes' ? grader.params.checks : [];
    return checks.flatMap((spec, check) => (comparesWithField(spec) ? [{ op: spec.op, expectation, check }] : []));
  });
  const [only, ...others] = compared;
  if (!only || others.length > 0) return null;
  const found = findings.find(
    ({ kind, expectation, check }) => kind === 'check' && expectation === only.expectation && check === only.check,
  );
  // A number that its file writes in another way is compared as two texts, the first of which is that of the file.
  const [, isBoth, written = ''] = new RegExp(`^${only.op}(_any)?: (.*)$`, 's').exec(found?.about.raw ?? '') ?? [];
  const read = readValue(written);
  const value = isBoth && Array.isArray(read) ? (read[0] ?? null) : read;
  if (value === null || only.op === 'equals') return value === null ? null : textOf(value);
  return isObject(value) && value['equals'] !== undefined ? textOf(value['equals']) : null;
}

function comparesWithField(spec: CheckSpec): boolean {
  return comparisons.includes(spec.op) && referencesOfCheck(spec).length > 0;
}

/** Reads a value as a finding has it: JSON, or a text in single quotes. Returns null if its end is missing. */
function readValue(written: string): JsonValue | null {
  if (/^'[^']*'$/.test(written)) return written.slice(1, -1);
  try {
    return JSON.parse(written) as JsonValue;
  } catch {
    return null;
  }
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
