import { version } from '#model/version.js';

const [, , flag, ...more] = process.argv;
if ((flag === '--version' || flag === '-V') && more.length === 0) {
  // This is answered here, because loading any other module takes longer than the answer.
  process.stdout.on('error', async (error: NodeJS.ErrnoException) => {
    const { exitWithUnwritten } = await import('./exit.js');
    if (error.code !== 'EPIPE') process.exitCode = exitWithUnwritten(error, process);
  });
  process.stdout.write(`${version}\n`);
} else {
  const { main } = await import('./main.js');
  process.exitCode = await main(process);
}
