import { readFileSync, writeFileSync } from 'node:fs';

// Loaded with `--import`: writes the peak memory of the process, in MB, to the file PEAK_FILE.
process.once('exit', () => {
  const kilobytes = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
  writeFileSync(process.env['PEAK_FILE'] ?? '/dev/null', String(kilobytes / 1024));
});
