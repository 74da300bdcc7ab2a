/** What eva needs of the process that runs it. */
export interface Io {
  readonly argv: readonly string[];
}

/** Runs one command line and returns its exit code. */
export async function main(_io: Io): Promise<number> {
  return 70;
}
