import type { Case } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { routeModel } from '#provider/model-name.js';
import { modelsOf } from './evidence/case-evidence.js';

/** Returns the programs and servers of a library that these cases use: their own, and the providers of their models. */
export function usedPrograms<P extends { readonly kind: string; readonly name: string }>(
  programs: readonly P[],
  cases: readonly Case[],
  config: LibraryConfig,
): readonly P[] {
  const used = new Set(modelsOf(cases).map((model) => providerOf(model, config)));
  return programs.filter(({ kind, name }) => kind === 'check' || kind === 'app' || used.has(name));
}

function providerOf(model: string, config: LibraryConfig): string | undefined {
  const result = routeModel(model, config.providers);
  return 'route' in result ? result.route.provider : undefined;
}

/** Returns the names of the variables that the cases' applications ask for, besides those that every program gets. */
export function appVariables(cases: readonly Case[]): readonly string[] {
  return cases.flatMap(({ subject }) =>
    subject.kind === 'conversation' && subject.app.app === 'command' ? subject.app.env : [],
  );
}
