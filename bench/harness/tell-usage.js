// Loaded into a measured process with `--import`: leaves at its end what it used, all its threads together. The highest
// memory is its own: `maxRSS` counts that of the process which started it, as long as it was a copy of that. `first_call_ms` and
// `first_call_mb` are the CPU and the highest memory until its first request; they are absent if there was none.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync, writeFileSync } from 'node:fs';

const requests = ['http.client.request.start', 'undici:request:create'];
let first;

function noteFirst() {
  const { user, system } = process.cpuUsage();
  first = { first_call_ms: (user + system) / 1000, first_call_mb: peakKb(process.resourceUsage().maxRSS) / 1024 };
  for (const channel of requests) unsubscribe(channel, noteFirst);
}

for (const channel of requests) subscribe(channel, noteFirst);

process.once('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(
    process.env.BENCH_USAGE,
    JSON.stringify({ cpu_ms: (userCPUTime + systemCPUTime) / 1000, peak_mb: peakKb(maxRSS) / 1024, ...first }),
  );
});

function peakKb(otherwise) {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    return otherwise;
  }
}
