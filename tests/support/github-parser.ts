import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

type Parser = typeof import('@actions/workflow-parser') & typeof import('@actions/workflow-parser/actions/index');

/** Finds the mistakes in a text. */
type Finder = (text: string) => readonly string[];

/**
 * Returns what finds mistakes in workflows and in actions: the parser of GitHub's own editor extension. The package imports JSON as
 * only bundlers allow, so it is bundled first.
 */
export async function githubParser(): Promise<{ readonly inWorkflow: Finder; readonly inAction: Finder }> {
  const folder = mkdtempSync(join(tmpdir(), 'eva-github-'));
  const outfile = join(folder, 'parser.mjs');
  await build({
    stdin: {
      contents: `export * from '@actions/workflow-parser'; export * from '@actions/workflow-parser/actions/index';`,
      resolveDir: resolve('.'),
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
    outfile,
  });
  const { parseWorkflow, parseAction, NoOperationTraceWriter }: Parser = await import(pathToFileURL(outfile).href);
  rmSync(folder, { recursive: true });
  const trace = new NoOperationTraceWriter();
  const finder =
    (parse: typeof parseWorkflow | typeof parseAction): Finder =>
    (content) =>
      parse({ name: 'file.yml', content }, trace)
        .context.errors.getErrors()
        .map(({ message }) => message);
  return { inWorkflow: finder(parseWorkflow), inAction: finder(parseAction) };
}
