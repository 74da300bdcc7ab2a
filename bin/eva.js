#!/usr/bin/env node
const [, , flag, ...more] = process.argv;
if ((flag === '--version' || flag === '-V') && more.length === 0) {
  // Alone it is answered here: whatever else is loaded takes longer than the answer.
  const { version } = await import('../dist/model/version.js');
  process.stdout.on('error', async (error) => {
    const { exitWithUnwritten } = await import('../dist/cli/exit.js');
    if (error.code !== 'EPIPE') process.exitCode = await exitWithUnwritten(error, process);
  });
  process.stdout.write(`${version}\n`);
} else {
  const { default: module } = await import('node:module');
  // Without a folder Node would use a shared temporary one, and run what other users put there. NODE_COMPILE_CACHE is in use by now.
  if (module.enableCompileCache && !process.env.NODE_COMPILE_CACHE) {
    const { compileCacheFolder } = await import('../dist/cli/compile-cache.js');
    const folder = compileCacheFolder(process.env, process.getuid?.());
    if (folder !== null) module.enableCompileCache(folder);
  }
  const { main } = await import('../dist/cli/main.js');
  process.exitCode = await main(process);
}
