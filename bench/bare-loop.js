// What eva's cost is measured against: the calls alone. N messages through the SDK, 50 at a time, of which a count is kept.
// node bench/bare-loop.js N
import Anthropic from '@anthropic-ai/sdk';

const calls = Number(process.argv[2]);
const client = new Anthropic({ apiKey: 'bench', baseURL: process.env.ANTHROPIC_BASE_URL, maxRetries: 0 });
let asked = 0;
let good = 0;

async function work() {
  while (asked++ < calls) {
    const message = await client.messages.create({
      model: 'claude-bench',
      max_tokens: 4096,
      messages: [{ role: 'user', content: '<task>Change x = 1 and nothing else.</task>\n' }],
    });
    if (message.content[0].text.includes('<diff>')) good += 1;
  }
}

await Promise.all(Array.from({ length: 50 }, work));
if (good !== calls) throw new Error(`${good} of ${calls} calls went well`);
