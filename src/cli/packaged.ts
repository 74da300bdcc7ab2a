import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// What `main.ts` opens in the published package in place of `main/program.ts` and `exit.ts`. There, they and all that they import are
// CommonJS: only such modules can be loaded with compiled code (scripts/bundle.js).

/** Changes with the content of the package. */
declare const BUILD_ID: string;

type CommandLine = Pick<
  typeof import('./main/program.js') & typeof import('./exit.js'),
  'runCommand' | 'exitWithUnwritten' | 'commandNames'
>;

export const { runCommand, exitWithUnwritten } = await load();

/** Loads the command line; with compiled code if the first argument can be a command. */
async function load(): Promise<CommandLine> {
  const modules = fileURLToPath(new URL('..', import.meta.url));
  const path = join(modules, 'command-line.cjs');
  const folder = await cacheFolder();
  if (folder === null) return createRequire(path)(path) as CommandLine;
  const { CodeCache } = await import('./code-cache.js');
  const cache = new CodeCache(folder, modules);
  const commandLine = cache.load(path) as CommandLine;
  process.once('exit', (exitCode) => {
    const isUsual = exitCode <= 1; // another exit code is a mistake in the command line, or an unusual run
    if (isUsual && commandLine.commandNames.includes(basename(folder))) cache.save();
  });
  return commandLine;
}

/**
 * Returns the folder for the compiled code of the command, since each command compiles other functions. Returns null for no cache: also
 * where options of Node may set flags of V8, which would refuse the code, and where coverage is measured, which compiled code has not.
 */
async function cacheFolder(): Promise<string | null> {
  const { argv, env, execArgv } = process;
  const [, , command = ''] = argv;
  const isOff =
    env['NODE_DISABLE_COMPILE_CACHE'] || env['NODE_V8_COVERAGE'] || env['NODE_OPTIONS'] || execArgv.length > 0;
  if (isOff || !/^[a-z]+$/.test(command)) return null;
  const { compileCacheFolder } = await import('./compile-cache.js');
  const folder = compileCacheFolder(env, process.getuid?.());
  return folder && join(folder, `${process.version}-${process.arch}-${BUILD_ID}`, command);
}
