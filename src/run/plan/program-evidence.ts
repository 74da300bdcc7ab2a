import { isDeepStrictEqual } from 'node:util';
import type { App, Case } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { unreachable } from '#model/data/collections.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import { routeModel } from '#provider/model-name.js';
import { modelsOf } from './evidence.js';

/** A program named by a check, a scenario or a provider, with the digests of the files in its command line. */
export interface ProgramEvidence {
  readonly kind: string;
  readonly name: string;
  readonly argv?: readonly string[];
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

/** Returns the evidence of a program: its command line and the digests of its files, but not their paths. */
export function programEvidence({ name, argv, files }: ProgramEvidence): unknown {
  return { name, argv, files: files.map((file) => file.sha256) };
}

/**
 * Returns for each entry of `providers:` a digest of its settings and the bytes of its program. Excludes rate limits, since they
 * do not change answers.
 */
export function providerIdentities(
  config: LibraryConfig,
  programs: readonly ProgramEvidence[],
): ReadonlyMap<string, string> {
  const entries = Object.entries(config.providers).map(([name, entry]): [string, string] => {
    const { rpm: _rpm, tpm: _tpm, concurrency: _concurrency, ...settings } = entry;
    const own = programs.filter((program) => program.kind === 'provider' && program.name === name);
    return [name, sha256(canonicalJson({ settings, programs: own.map(programEvidence) }))];
  });
  return new Map(entries);
}

/** Returns a digest of an application's command line and of the bytes of its program. */
export function appIdentity(argv: readonly string[], programs: readonly ProgramEvidence[]): string {
  const own = programs.find((program) => program.kind === 'app' && isDeepStrictEqual(program.argv, argv));
  return sha256(canonicalJson({ argv, files: own?.files.map((file) => file.sha256) ?? [] }));
}

/**
 * Returns a list with the evidence of a scenario's application: null for a model, whose settings have their own digest. The list
 * is empty for other cases.
 */
export function appEvidence({ subject }: Case, programs: readonly ProgramEvidence[]): readonly unknown[] {
  return subject.kind === 'conversation' ? [evidenceOf(subject.app, programs)] : [];
}

/** Returns the evidence of an application. A function has no digest, so its evidence only says that it is a function. */
function evidenceOf(app: App, programs: readonly ProgramEvidence[]): unknown {
  switch (app.app) {
    case 'model':
      return null;
    case 'command': {
      const { argv, env, timeout_s } = app;
      const variables = [...new Set(env)].sort();
      return { app: 'command', identity: appIdentity(argv, programs), env: variables, timeout_s };
    }
    case 'function':
      return { app: 'function', timeout_s: app.timeout_s };
    default:
      return unreachable(app);
  }
}

/** Returns the programs and servers of a library that these cases use: their own, and the providers of their models. */
export function usedPrograms<P extends { readonly kind: string; readonly name: string }>(
  programs: readonly P[],
  cases: readonly Case[],
  config: LibraryConfig,
): readonly P[] {
  const used = new Set(modelsOf(cases).map((model) => providerOf(model, config)));
  return programs.filter(({ kind, name }) => kind === 'check' || kind === 'module' || kind === 'app' || used.has(name));
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
