import { homedir } from 'node:os';
import { join } from 'node:path';
import { EvaError, problem } from '#errors.js';
import type { NamedProgram } from '#library/programs.js';
import { isTrusted, openTrust, type TrustStore } from '#lifecycle/trust.js';
import type { Io } from './io.js';
import type { OpenPrompt } from './open-prompt.js';

/** eva's own directory among the user's data, which need not exist. */
export function dataDirOf(io: Io): string {
  const base = io.env['XDG_DATA_HOME'] || join(io.env['HOME'] || homedir(), '.local', 'share');
  return join(base, 'eva');
}

/** The trust store in the user's own data directory. */
export function openTrustStore(io: Io, root: string): TrustStore {
  return openTrust(dataDirOf(io), root);
}

/** Throws unless every program that the prompt's cases would run was trusted as it is now. */
export function requireTrust({ root, programs, prompt }: OpenPrompt, io: Io): void {
  if (programs.length === 0) return;
  const store = openTrustStore(io, root);
  const untrusted = programs.filter((program) => !isTrusted(store, root, program));
  if (untrusted.length === 0) return;
  throw new EvaError(untrusted.map((program) => untrustedProblem(program, prompt.id)));
}

function untrustedProblem(program: NamedProgram, id: string) {
  const what = program.kind === 'base_url' ? `sends to ${program.url}` : `runs ${program.argv.join(' ')}`;
  const who = program.kind === 'check' ? `case "${program.name}"` : `provider "${program.name}"`;
  return problem('EVA_NOT_TRUSTED', `${who} ${what}, which you have not trusted (or which has changed since)`, {
    hint: `look at it and let it run with: eva trust ${id} (in CI: --trust)`,
  });
}
