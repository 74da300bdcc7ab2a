// Bundles the code that pages carry for the browser, from src/page/browser.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles the code of pages for browsers to a file. Returns the paths of the sources that it includes. */
export async function bundleBrowserCode(outfile) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/page/browser/main.tsx'],
    outfile,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    plugins: [sources],
    metafile: true,
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}

/** Resolves `#room/file.js` to its source. package.json would lead to what tsc built. */
export const sources = {
  name: 'sources',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^#/ }, ({ path }) => {
      const unit = join(root, 'src', path.slice(1, -'.js'.length));
      return { path: existsSync(`${unit}.ts`) ? `${unit}.ts` : `${unit}.tsx` };
    });
  },
};
