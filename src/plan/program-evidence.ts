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
