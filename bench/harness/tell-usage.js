// Loaded into a measured process with `--import`: leaves at its end what it used, all its threads together. The highest
// memory is its own: `maxRSS` counts that of the process which started it, as long as it was a copy of that.
import { readFileSync, writeFileSync } from 'node:fs';

process.once('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(
    process.env.BENCH_USAGE,
    JSON.stringify({ cpu_ms: (userCPUTime + systemCPUTime) / 1000, peak_mb: peakKb(maxRSS) / 1024 }),
  );
});

function peakKb(otherwise) {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    return otherwise;
  }
}
