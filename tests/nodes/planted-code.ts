import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import { tempLibrary } from '../support/temp-library.js';

/** What the planted code writes. */
export const planted = 'PLANTED CODE RUNS WITH sk-of-the-caller';

const code = "process.stdout.write('PLANTED CODE RUNS WITH ' + process.env.ANTHROPIC_API_KEY);";
const room = `/*${'.'.repeat(code.length)}*/`;

/** Copies the package into a new folder, with room for other code in its main module. Returns the path of the launcher. */
export function copyOfEva(t: TestContext): string {
  const folder = realpathSync(tempLibrary(t, {}));
  for (const part of ['bin', 'dist', 'package.json']) cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const main = join(folder, 'dist/cli/main.js');
  writeFileSync(main, `${readFileSync(main, 'utf8')}${room}`);
  return join(folder, 'bin/eva.js');
}

/**
 * Puts into a cache folder what another user would: compiled code for the main module of a launcher that is not what its source says.
 * Node compares length and checksum of the source, and both can be forged.
 */
export function plantCode(t: TestContext, launcher: string, cacheFolder: string): void {
  const main = join(launcher, '../../dist/cli/main.js');
  const source = readFileSync(main, 'utf8');
  const { file, version } = compiled(t, source.replace(room, code.padEnd(room.length)));
  file.writeUInt32LE(crc32(source), 12); // the header: mark, length of the source, of the code, checksum of the source, of the code
  mkdirSync(join(cacheFolder, version), { recursive: true });
  writeFileSync(join(cacheFolder, version, keyOf(main)), file);
}

/** The cache file of a module with this source, and the folder's name for this version of Node. */
function compiled(t: TestContext, source: string): { readonly file: Buffer; readonly version: string } {
  const folder = realpathSync(tempLibrary(t, {}));
  const cache = join(folder, 'cache');
  const files = {
    'package.json': '{ "type": "module" }',
    'cli/main.js': source,
    'cli/output-failure.js': 'export const watchOutput = 1;',
    'cli/main/main-help.js': 'export const mainHelpFor = 1;',
    'start.js': `import module from 'node:module';
      module.enableCompileCache(${JSON.stringify(cache)});
      await import('./cli/main.js');`,
  };
  mkdirSync(join(folder, 'cli/main'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  spawnSync(process.execPath, [join(folder, 'start.js')], { env: { HOME: folder } });
  const [version = ''] = readdirSync(cache);
  return { file: readFileSync(join(cache, version, keyOf(join(folder, 'cli/main.js')))), version };
}

/** How Node calls the cache file of an ES module. */
function keyOf(path: string): string {
  return crc32(pathToFileURL(path).href, crc32(Buffer.from([1])))
    .toString(16)
    .padStart(8, '0');
}
