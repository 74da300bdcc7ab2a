import { parentPort } from 'node:worker_threads';
import { randomFrom } from '../random.js';
import { settings } from './settings.js';

parentPort.on('message', async (block) => parentPort.postMessage({ ...block, ...(await counted(block)) }));

/** How often each lane of a setting happened, and how many trials were asked. */
async function counted({ index, from, to }) {
  const { key, lanes, replicate } = settings[index];
  const hits = lanes.map(() => 0);
  let asked = 0;
  for (let number = from; number < to; number++) {
    const found = await replicate(randomFrom(`${key} #${number}`), number);
    found.hits.forEach((hit, lane) => {
      hits[lane] += Number(hit);
    });
    asked += found.asked;
  }
  return { hits, asked };
}
