import { readFileSync, writeFileSync } from 'node:fs';

// Loaded into a process with `--import`: leaves the highest memory of the process, in MB, in the file that PEAK_FILE names.
process.once('exit', () => {
  const kilobytes = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
  writeFileSync(process.env['PEAK_FILE'] ?? '/dev/null', String(kilobytes / 1024));
});
