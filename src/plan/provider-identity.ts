import { isDeepStrictEqual } from 'node:util';
import type { LibraryConfig } from '#model/config.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import { type ProgramEvidence, programEvidence } from './program-evidence.js';

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
