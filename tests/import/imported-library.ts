import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { ImportFinding } from '#import/finding.js';
import { runEva } from '../support/run-eva.js';
import { configOf, type Outcome } from './fixture-configs.js';

/** A configuration as `eva import --json` tells of it. */
export interface ImportReport {
  readonly outcome: Outcome;
  readonly prompts: readonly string[];
  readonly tests: { readonly found: number; readonly carried: number };
  readonly assertions: { readonly found: number; readonly carried: number };
  readonly left_out: readonly ListedPart[];
  readonly replaced: readonly ListedPart[];
  readonly notes: readonly ListedPart[];
  readonly blocked_by: readonly ListedPart[];
  readonly code: readonly unknown[];
  readonly reason: string | null;
}

export type ListedPart = Omit<ImportFinding, 'effect'>;

/** A configuration of the fixtures after its import. */
export interface ImportedFixture {
  readonly exitCode: number;
  readonly stdout: string;
  readonly report: ImportReport;
  /** The folder of the library. */
  readonly library: string;
}

/** Returns the path of a folder that does not exist yet, and removes it when the test ends. */
export function freshFolder(t: Pick<TestContext, 'after'>): string {
  const parent = mkdtempSync(join(tmpdir(), 'eva-'));
  t.after(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, 'library');
}

/** Imports a configuration of the fixtures into a new library. */
export async function importFixture(
  t: Pick<TestContext, 'after'>,
  name: string,
  more: readonly string[] = [],
): Promise<ImportedFixture> {
  const library = freshFolder(t);
  const args = ['import', 'promptfoo', configOf(name), '--into', library, '--json', ...more];
  const { exitCode, stdout, stderr } = await runEva(args, { cwd: join(library, '..') });
  const [report] = (JSON.parse(stdout || '{}') as { configs?: readonly ImportReport[] }).configs ?? [];
  if (!report) throw new Error(`${name}: ${stderr}`);
  return { exitCode, stdout, report, library };
}

/** Returns the paths of all files in a library, in their order. */
export function filesIn(library: string): readonly string[] {
  if (!existsSync(library)) return [];
  const names = readdirSync(library, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(join(library, name)).isFile()).sort();
}

/** Returns a file as text. One that is no text is named by its size. */
export function textOf(path: string): string {
  const bytes = readFileSync(path);
  const isText = Buffer.from(bytes.toString('utf8')).equals(bytes) && !bytes.includes(0);
  return isText ? bytes.toString('utf8') : `(${bytes.length} bytes)\n`;
}
