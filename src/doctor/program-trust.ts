import type { NamedProgram } from '#library/programs.js';
import { isTrusted, type TrustStore } from '#lifecycle/trust.js';

/** A program or server that files name, and whether this user lets it be used as it is now. */
export interface ProgramTrust {
  readonly program: NamedProgram;
  readonly isTrusted: boolean;
}

/** Without a trust file that can be relied on, nothing is trusted. */
export function judgeTrust(
  root: string,
  programs: readonly NamedProgram[],
  store: TrustStore | null,
): readonly ProgramTrust[] {
  return programs.map((program) => ({ program, isTrusted: store !== null && isTrusted(store, root, program) }));
}
