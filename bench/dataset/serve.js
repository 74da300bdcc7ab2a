// node bench/dataset/serve.js: a Messages API on the loopback interface for runs of data sets by hand. Prints the variables that lead
// eva to it. Enter prints what it counted, Ctrl-D ends it.
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { startServer } from '../harness/messages-api.js';

const { values } = parseArgs({
  options: {
    pattern: { type: 'string' },
    classes: { type: 'string' },
    accuracy: { type: 'string' },
    form: { type: 'string' },
    seed: { type: 'string' },
    latency: { type: 'string', default: '0' },
    faults: { type: 'string', default: '0' },
    same: { type: 'boolean', default: false },
  },
});
const { classes, accuracy, latency, faults, same, ...texts } = values;

const server = await startServer(new URL('behaviour.js', import.meta.url).href, {
  ...texts,
  ...(classes !== undefined && { classes: classes.split(',') }),
  ...(accuracy !== undefined && { accuracy: Number(accuracy) }),
  latencyMs: Number(latency),
  faultRate: Number(faults),
  varies: !same,
});
console.log(`export ANTHROPIC_API_KEY=fake ANTHROPIC_BASE_URL=${server.url}`);
for await (const _line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await server.report(), null, 2));
}
await server.stop();
