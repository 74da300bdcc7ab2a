// node scripts/bundle.js FOLDER: lays the package in FOLDER as it is published. Needs dist/ as `npm run build` leaves it: parts of it are
// copied. package.json is written last, so that npm packs no folder that was left half laid.
//
// A checkout runs what tsc built, where dist/ mirrors src/. The package holds the same code, bundled into few files.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateDtsBundle } from 'dts-bundle-generator';
import { build } from 'esbuild';
import { sources } from './browser-code.js';
import { writeCompletion } from './completion.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'dist');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The modules that programs import, and the command line. Code that several of them share goes into files that lie flat in dist/. */
const entryPoints = [
  { in: 'src/index.ts', out: 'index' },
  { in: 'src/api/matchers.ts', out: 'api/matchers' },
  { in: 'src/cli/launch.ts', out: 'cli/launch' },
  { in: 'src/cli/main.ts', out: 'cli/main' },
];

/**
 * The scripts of a thread and of a process, which other code opens beside itself (`./slow-work.js`). They share no files with it: a command
 * would open a file more for each piece that it shares with them.
 */
const scriptsApart = [
  { in: 'src/grade/slow/slow-work.ts', out: 'slow-work' },
  { in: 'src/provider/process/module-host.ts', out: 'module-host' },
];

/** Packages that nearly every command needs. They are bundled, since Node opens about 50 files for them otherwise. */
const bundled = ['commander', 'kleur', 'yaml'];

/** Defines `require`, which commander and yaml call and modules lack. */
const requires = `import { createRequire as requiring } from 'node:module'; const require = requiring(import.meta.url);`;

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('node scripts/bundle.js FOLDER');
await layPackage(resolve(target));

async function layPackage(folder) {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['README.md', 'LICENSE', ...manifest.files.flatMap(matching)]) {
    const isCopied = name !== 'dist' && existsSync(join(root, name));
    if (isCopied) cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  for (const name of readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.md'))) {
    const page = join(folder, name);
    writeFileSync(page, withoutDeadLinks(readFileSync(page, 'utf8'), name, folder));
  }
  await bundleTo(join(folder, 'dist'));
  const { scripts, devDependencies, overrides, imports, files, ...published } = manifest;
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

/** Returns a page of the package without its pictures, and with the path in the repository in place of a link to what the package lacks. */
function withoutDeadLinks(text, page, folder) {
  return text
    .replace(/<p>\n(<img [^>]*>\n)+[\s\S]*?<\/p>\n\n/g, '')
    .replace(/\[([^\]]+)\]\(([^()#\s:]+)(#[^()\s]+)?\)/g, (link, words, path, anchor = '') => {
      const linked = join(dirname(page), path);
      const isDead = existsSync(join(root, linked)) && !existsSync(join(folder, linked));
      return isDead ? `${words} (in the repository: ${linked.replaceAll('\\', '/')}${anchor})` : link;
    });
}

/** Lists the files that an entry of `files` in package.json means: `schemas/*.json`, or one name. */
function matching(entry) {
  const [folder, ending] = entry.split('/*');
  if (ending === undefined) return [entry];
  return readdirSync(join(root, folder)).flatMap((name) => (name.endsWith(ending) ? [join(folder, name)] : []));
}

async function bundleTo(outdir) {
  rmSync(outdir, { recursive: true, force: true });
  const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const options = {
    absWorkingDir: root,
    outdir,
    chunkNames: '[name]-[hash]',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: installed.filter((name) => !bundled.includes(name)),
    jsx: 'automatic',
    jsxImportSource: 'preact',
    banner: { js: requires },
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160, // Node prints the line of an error that nobody catches, such as that of assertPassed()
    plugins: [sources],
    metafile: true,
    logLevel: 'warning',
  };
  const shared = await build({ ...options, entryPoints, splitting: true });
  const apart = await build({ ...options, entryPoints: scriptsApart });
  for (const file of [
    'page/browser.js',
    ...['documents', 'draft-2020-12', 'draft-07'].map((name) => `model/schema/${name}.cjs`),
  ])
    cpSync(join(built, file), join(outdir, basename(file)));
  writeFileSync(
    join(outdir, 'licenses.txt'),
    licenses([shared, apart].flatMap(({ metafile }) => Object.keys(metafile.inputs))),
  );
  writeCompletion(join(outdir, 'completion'));
  writeDeclarations(outdir);
}

/** Returns the licences of the packages that these files belong to, which ask that every copy has them. */
function licenses(files) {
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  const texts = [...folders].sort().map((folder) => {
    const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e$/i.test(entry));
    const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return `${name} ${version}\n\n${readFileSync(join(root, folder, file), 'utf8').trim()}\n`;
  });
  return `The code in this folder includes these packages.\n\n${texts.join('\n\n')}`;
}

/** Bundles the type declarations of each module that programs import, so that they need no other file. */
function writeDeclarations(outdir) {
  const modules = ['index', 'api/matchers'];
  const output = {
    noBanner: true,
    exportReferencedTypes: false,
    inlineDeclareGlobals: true,
    inlineDeclareExternals: true,
  };
  const entries = modules.map((name) => ({ filePath: join(built, `${name}.d.ts`), output }));
  const texts = generateDtsBundle(entries, { preferredConfigPath: join(root, 'tsconfig.json') });
  for (const [at, text] of texts.entries()) writeFileSync(join(outdir, `${modules[at]}.d.ts`), text);
}
