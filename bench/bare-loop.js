// What eva's cost is measured against: the calls alone. N messages through the SDK, some at a time, of which a count is kept.
// node bench/bare-loop.js N [AT_A_TIME] [common | own]: each message is another, and its reply is searched for one pattern or its own.
import Anthropic from '@anthropic-ai/sdk';
import { patternOf } from './harness/patterns.js';

const [calls, atATime = 50] = process.argv.slice(2, 4).map(Number);
const kind = process.argv[4];
const client = new Anthropic({ apiKey: 'bench', baseURL: process.env.ANTHROPIC_BASE_URL, maxRetries: 0 });
let asked = 0;
let good = 0;

async function work() {
  while (asked < calls) {
    const number = kind === undefined ? 1 : asked;
    asked += 1;
    const message = await client.messages.create({
      model: 'claude-bench',
      max_tokens: 4096,
      messages: [{ role: 'user', content: `<task>Change x = ${number} and nothing else.</task>\n` }],
    });
    const { text } = message.content[0];
    const matches = kind === undefined || new RegExp(patternOf(number, kind === 'own')).test(text);
    if (text.includes('<diff>') && matches) good += 1;
  }
}

await Promise.all(Array.from({ length: atATime }, work));
if (good !== calls) throw new Error(`${good} of ${calls} calls went well`);
