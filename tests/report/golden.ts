import { matchesGolden as matchesAny } from '../support/golden.js';

/** Compares a text with `tests/fixtures/golden/report/<name>.txt`; with U=1 in the environment the file is rewritten first. */
export function matchesGolden(name: string, text: string): void {
  matchesAny(`report/${name}`, text);
}
