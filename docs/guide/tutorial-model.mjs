// A stand-in for a model, so that the tutorial can be followed without a key. It speaks the Messages protocol on this machine only, and
// answers by rules: node node_modules/eva-harness/docs/guide/tutorial-model.mjs
// It is no model. A verdict on its answers says nothing about a prompt: delete that evidence afterwards.
import { createServer } from 'node:http';

/** The words that decide which team a message is for, first match first. */
const teams = [
  ['refund', /money back|refund/i],
  ['billing', /charged|invoice|card/i],
  ['delivery', /parcel|arrive|deliver/i],
];

/** Returns the team of a message. */
function teamOf(message) {
  return teams.find(([, words]) => words.test(message))?.[0] ?? 'other';
}

/** Returns the answer to a prompt: one word if it asks for nothing else, or else a sentence, as a model would. */
function answerTo(prompt) {
  const [, message = ''] = /<message>([\s\S]*)<\/message>/.exec(prompt) ?? [];
  const team = teamOf(message);
  return /nothing else/.test(prompt) ? team : `This message should go to the ${team} team.`;
}

/** Returns the text of the last message of a request. */
function askedBy({ messages }) {
  const { content } = messages.at(-1);
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n');
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const asked = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const prompt = askedBy(asked);
  const text = answerTo(prompt);
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      id: 'msg_stand_in',
      type: 'message',
      role: 'assistant',
      model: asked.model,
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: Math.ceil(prompt.length / 4), output_tokens: Math.ceil(text.length / 4) },
    }),
  );
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  process.stdout.write(`export ANTHROPIC_API_KEY=stand-in ANTHROPIC_BASE_URL=http://127.0.0.1:${port}\n`);
});
