import type { Case } from '#model/case.js';

/** Names of the variables that the applications of cases are handed beside those that every program has. */
export function appVariables(cases: readonly Case[]): readonly string[] {
  return cases.flatMap(({ subject }) =>
    subject.kind === 'conversation' && subject.app.app === 'command' ? subject.app.env : [],
  );
}
