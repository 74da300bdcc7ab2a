// node scripts/bundle.js FOLDER: lays the package in FOLDER as it is published. With --in-place instead of FOLDER, which is what
// `npm pack` runs, it replaces dist/ alone. Both need dist/ as `npm run build` leaves it: parts of it are copied.
//
// A checkout runs what tsc built, where dist/ mirrors src/. The package holds the same code, bundled into few files.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { sources } from './browser-code.js';
import { writeCompletion } from './completion.js';
import { sharedExports } from './shared-exports.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'dist');

/** The modules that programs import. */
const library = [
  { in: 'src/index.ts', out: 'index' },
  { in: 'src/api/matchers.ts', out: 'api/matchers' },
];

/** The command line but for its help and version. It shares no file with the library, so that a command opens few files. */
const commandLine = [{ in: 'group:program', out: 'command-line' }];

/** The launcher: the first file has all that `--version` needs, the second all that `--help` needs. They open the others by name. */
const launcher = ['launch', 'main'].map((name) => ({ in: `src/cli/${name}.ts`, out: `cli/${name}` }));

const opensByName = {
  name: 'opensByName',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/.*\.js$/ }, ({ path, kind }) => {
      if (kind !== 'dynamic-import') return undefined;
      return { path: together.program.includes(join('cli', path)) ? '../command-line.js' : path, external: true };
    });
  },
};

/**
 * The scripts of a thread and of a process, each with all that it needs. Bundled code lies flat in dist/, so a file that a module opens
 * beside itself (`./slow-work.js`) must lie there too.
 */
const scripts = [
  { in: 'src/grade/slow/slow-work.ts', out: 'slow-work' },
  { in: 'src/provider/process/module-host.ts', out: 'module-host' },
];

/** The packages that the bundle includes, and where each begins. yaml's modules for browsers are the same code as those for Node, which are CommonJS. */
const included = {
  commander: 'commander/index.js',
  yaml: 'yaml/browser/dist/index.js',
  preact: 'preact/dist/preact.mjs',
  'preact/jsx-runtime': 'preact/jsx-runtime/dist/jsxRuntime.mjs',
  'preact-render-to-string': 'preact-render-to-string/dist/index.mjs',
  'd3-array': 'd3-array/dist/d3-array.mjs',
  'd3-shape': 'd3-shape/dist/d3-shape.mjs',
  'd3-path': 'd3-path/dist/d3-path.mjs',
  internmap: 'internmap/src/index.js',
};

/** Includes packages that every command reads, and those that make pages. The others stay outside. */
const packages = {
  name: 'packages',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^[a-z]/ }, ({ path }) =>
      path in included ? { path: realpathSync(join(root, 'node_modules', included[path])) } : undefined,
    );
    // commander calls `require`, which a module does not have. It loads child_process for commands that are programs, and eva has none.
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'require-call' ? { path, namespace: 'required' } : undefined,
    );
    onLoad({ filter: /^/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = ${path === 'node:child_process' ? '{}' : `process.getBuiltinModule('${path}')`};`,
    }));
  },
};

/**
 * Modules that are loaded as one, whichever of them is asked for: split further there would be many small files, and opening a file costs
 * more than reading code. `eval` and `doctor` are run most often, so each loads only its own code, and only
 * `import` and `view` load theirs.
 */
const together = {
  program: ['cli/main/program.js', 'cli/exit.js'],
  commands: readdirSync(join(root, 'src/cli/commands'), { recursive: true })
    .filter(
      (file) =>
        file.endsWith('.ts') && !['run/eval.ts', 'library/doctor.ts', 'start/import.ts', 'view/view.ts'].includes(file),
    )
    .map((file) => `cli/commands/${file.replace(/ts$/, 'js')}`),
  http: [
    'provider/anthropic/messages.js',
    'provider/anthropic/clouds.js',
    'provider/anthropic/message-batches.js',
    'provider/http/chat-completions.js',
    'provider/http/responses.js',
  ],
};

const groups = {
  name: 'groups',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\..*\.js$/ }, ({ path, kind, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const module = relative(join(root, 'src'), join(resolveDir, path));
      const group = Object.keys(together).find((name) => together[name].includes(module));
      return group && { path: group, namespace: 'group' };
    });
    onResolve({ filter: /^group:/ }, ({ path }) => ({ path: path.slice('group:'.length), namespace: 'group' }));
    onLoad({ filter: /^/, namespace: 'group' }, ({ path }) => {
      const shared = sharedExports(together[path].map((module) => join(built, module)));
      if (shared.length > 0) {
        const text = `modules of the group "${path}" export the same name, and the bundle would lack it: ${shared.join('; ')}`;
        return { errors: [{ text }] };
      }
      return { contents: together[path].map((module) => `export * from '#${module}';`).join('\n'), resolveDir: root };
    });
  },
};

/**
 * The modules whose imports still wait until they are needed: `--version` and `--help` need little, few commands need HTTP, and a program
 * that imports the library needs the engine with its first evaluation.
 */
const importsWhenNeeded =
  /\/src\/(cli\/(launch|main|main\/.*)|provider\/types\/(anthropic|azure|bedrock|openai|openai-responses|vertex)|api\/(evaluate-prompt|sigma-eval))\.ts$/;

/**
 * Imports our own modules at once where the source imports them when they are needed. In a bundle each such import splits the shared
 * code further, and opening a file costs more than reading code. Packages are still loaded when they are needed, yaml from its file.
 */
const eagerImports = {
  name: 'eagerImports',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/src\/.*\.tsx?$/ }, ({ path }) => {
      if (importsWhenNeeded.test(path)) return undefined;
      const imports = [];
      const eager = (named) => {
        const name = `eager${imports.length}`;
        imports.push(`import * as ${name} from ${named};`);
        return name;
      };
      const body = readFileSync(path, 'utf8')
        .replace(/(?<!typeof )import\(('[#.][^']+')\)/g, (_, named) => `Promise.resolve(${eager(named)})`)
        .replace(/createRequire\(import\.meta\.url\)\('yaml'\)/g, "createRequire(import.meta.url)('./yaml.cjs')");
      return { contents: imports.join(' ') + body, loader: extname(path).slice(1) };
    });
  },
};

/**
 * Writes tables, which are the sentences of problems, to files of their own, which are opened when something in
 * them is asked for. They are CommonJS, which can be opened in the midst of a function, and shortened: nobody reads them in a stack.
 */
const tables = {
  name: 'tables',
  setup: ({ initialOptions, onLoad }) => {
    const filter = /\/src\/errors\/sentences\/index\.ts$/;
    onLoad({ filter }, async ({ path }) => {
      const [, name] = /\/src\/(.*?)(?:\.gen|\/index)\.ts$/.exec(path);
      const file = `${name.replaceAll('/', '-')}.cjs`;
      const [, table] = /^export const (\w+)/m.exec(readFileSync(path, 'utf8'));
      const outfile = join(initialOptions.outdir, file);
      await build({ entryPoints: [path], outfile, bundle: true, minify: true, platform: 'node', plugins: [sources] });
      return {
        contents: `import { createRequire } from 'node:module';
          let opened;
          const open = () => (opened ??= createRequire(import.meta.url)('./${file}').${table});
          export const ${table} = new Proxy({}, {
            get: (_, key) => open()[key],
            ownKeys: () => Reflect.ownKeys(open()),
            getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor({ ...open() }, key),
          });`,
      };
    });
  },
};

const [target] = process.argv.slice(2);
if (target === '--in-place') await replaceBuilt();
else if (target) await layPackage(resolve(target));
else throw new Error('node scripts/bundle.js FOLDER, or node scripts/bundle.js --in-place');

/**
 * Puts the bundled code in the place of dist/, whose files go to dist.built/ until `npm pack` has ended. The build info is copied, so
 * that `tsc -b` finds nothing to do and leaves the bundled code be.
 */
async function replaceBuilt() {
  const bundled = join(root, 'dist.bundled');
  await bundleTo(bundled);
  cpSync(join(built, '.tsbuildinfo'), join(bundled, '.tsbuildinfo'));
  renameSync(built, join(root, 'dist.built'));
  renameSync(bundled, built);
}

async function layPackage(folder) {
  const manifest = readFileSync(join(root, 'package.json'), 'utf8');
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['package.json', 'README.md', 'LICENSE', ...JSON.parse(manifest).files.flatMap(matching)]) {
    const isCopied = name !== 'dist' && existsSync(join(root, name));
    if (isCopied) cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  await bundleTo(join(folder, 'dist'));
}

/** Lists the files that an entry of `files` in package.json means: `schemas/*.json`, or one name. */
function matching(entry) {
  const [folder, ending] = entry.split('/*');
  if (ending === undefined) return [entry];
  return readdirSync(join(root, folder)).flatMap((name) => (name.endsWith(ending) ? [join(folder, name)] : []));
}

async function bundleTo(outdir) {
  rmSync(outdir, { recursive: true, force: true });
  const options = {
    absWorkingDir: root,
    outdir,
    chunkNames: '[name]-[hash]',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160, // Node prints the line of an error that nobody catches, such as that of assertPassed()
    sourcemap: true,
    sourcesContent: false,
    plugins: [groups, sources, packages, tables, eagerImports],
    metafile: true,
    logLevel: 'warning',
  };
  const parts = [];
  for (const entryPoints of [library, commandLine])
    parts.push(await build({ ...options, entryPoints, splitting: true }));
  await build({
    ...options,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    entryPoints: [{ in: 'yaml', out: 'yaml' }],
  });
  for (const entry of launcher) await build({ ...options, entryPoints: [entry], plugins: [opensByName, sources] });
  for (const script of scripts) await build({ ...options, entryPoints: [script] });
  for (const file of ['page/browser.js', 'schema/validators.cjs'])
    cpSync(join(built, file), join(outdir, basename(file)));
  writeFileSync(join(outdir, 'licenses.txt'), licenses());
  writeCompletion(join(outdir, 'completion'));
  const modules = parts.flatMap(({ metafile }) => Object.keys(metafile.outputs).filter((path) => path.endsWith('.js')));
  console.log(`${outdir}: ${modules.length} modules, ${copyDeclarations(outdir)} type declarations`);
}

/** Returns the licences of the included packages, which ask that every copy has them. */
function licenses() {
  const names = new Set(Object.keys(included).map((name) => name.split('/')[0]));
  const texts = [...names].map((name) => {
    const folder = join(root, 'node_modules', name);
    const file = readdirSync(folder).find((entry) => /^licen[cs]e$/i.test(entry));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return `The code in this folder includes these packages.\n\n${texts.join('\n\n')}`;
}

/** Copies the type declarations that programs can reach from dist/. Returns how many they are. */
function copyDeclarations(outdir) {
  const paths = new Set(['index.d.ts', 'api/matchers.d.ts']);
  for (const path of paths) {
    mkdirSync(dirname(join(outdir, path)), { recursive: true });
    cpSync(join(built, path), join(outdir, path));
    for (const [, named] of readFileSync(join(built, path), 'utf8').matchAll(
      /(?:from |import\()['"]([#.][^'"]+)['"]/g,
    )) {
      const imported = named.startsWith('#') ? named.slice(1) : join(dirname(path), named);
      paths.add(imported.replace(/\.js$/, '.d.ts'));
    }
  }
  return paths.size;
}
