import module from 'node:module';
import { version } from '#model/version.js';

/** Node's compile cache, available from Node 22.1 on. */
const { enableCompileCache } = module as { readonly enableCompileCache?: (folder: string) => unknown };
const [, , flag, ...more] = process.argv;
if ((flag === '--version' || flag === '-V') && more.length === 0) {
  // This is answered here, because loading any other module takes longer than the answer.
  process.stdout.on('error', async (error: NodeJS.ErrnoException) => {
    const { exitWithUnwritten } = await import('./main.js');
    if (error.code !== 'EPIPE') process.exitCode = await exitWithUnwritten(error, process);
  });
  process.stdout.write(`${version}\n`);
} else {
  // Without a folder Node would use a shared temporary one, and run code that other users put there. NODE_COMPILE_CACHE is already active.
  if (enableCompileCache && !process.env['NODE_COMPILE_CACHE']) {
    const { compileCacheFolder } = await import('./compile-cache.js');
    const folder = compileCacheFolder(process.env, process.getuid?.());
    if (folder !== null) enableCompileCache(folder);
  }
  const { main } = await import('./main.js');
  process.exitCode = await main(process);
}
