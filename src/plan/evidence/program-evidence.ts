import { isDeepStrictEqual } from 'node:util';
import type { App, Case } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import { unreachable } from '#model/data/unreachable.js';

/** A program that a check, a scenario or a provider names, with digests of the files that its command line names. */
export interface ProgramEvidence {
  readonly kind: string;
  readonly name: string;
  readonly argv?: readonly string[];
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

/** What of a program counts as evidence: its command line and the bytes behind it, wherever they lie. */
export function programEvidence({ name, argv, files }: ProgramEvidence): unknown {
  return { name, argv, files: files.map((file) => file.sha256) };
}

/**
 * For each entry of `providers:`, a digest of all that decides who answers: its settings and the bytes of its program.
 * How fast it may be asked says nothing about its answers.
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

/** A digest of an application's command line and of the bytes behind it, whichever scenario names it. */
export function appIdentity(argv: readonly string[], programs: readonly ProgramEvidence[]): string {
  const own = programs.find((program) => program.kind === 'app' && isDeepStrictEqual(program.argv, argv));
  return sha256(canonicalJson({ argv, files: own?.files.map((file) => file.sha256) ?? [] }));
}

/** What the user of a scenario talks to, for a list with one entry a scenario: null for a model, whose settings stand elsewhere. */
export function appEvidence({ subject }: Case, programs: readonly ProgramEvidence[]): readonly unknown[] {
  return subject.kind === 'conversation' ? [evidenceOf(subject.app, programs)] : [];
}

/** A function has nothing that a digest could be made of: evidence says no more of it than that it is one. */
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
