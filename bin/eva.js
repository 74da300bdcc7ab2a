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
  module.enableCompileCache?.();
  const { main } = await import('../dist/cli/main.js');
  process.exitCode = await main(process);
}
