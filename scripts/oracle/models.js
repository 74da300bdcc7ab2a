// A Messages API on the loopback interface. An answer follows from the request and from how often it came, so both checkouts get the same
// answers if they ask one call after another.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';

/** Starts the API. With `hangsAfter`, it answers so many requests, and then none until `goOn` is called; `hangs` resolves then. */
export async function startModels({ hangsAfter = Number.POSITIVE_INFINITY } = {}) {
  let asked = 0;
  let limit = hangsAfter;
  let sayHangs;
  const timesAsked = new Map();
  const hangs = new Promise((resolve) => {
    sayHangs = resolve;
  });
  const server = createServer(async (request, response) => {
    const body = JSON.parse((await textOf(request)) || '{}');
    asked += 1;
    if (asked > limit) return sayHangs();
    response.writeHead(200, { 'content-type': 'application/json', 'request-id': 'req_oracle' });
    // The markers of a question to a judge are random.
    const words = JSON.stringify([body.model, body.system, body.messages]).replace(/[0-9a-f]{32}/g, '');
    const times = timesAsked.get(words) ?? 0;
    timesAsked.set(words, times + 1);
    response.end(JSON.stringify(messageFor(body, words, times)));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    hangs,
    asked: () => asked,
    goOn: () => {
      limit = Number.POSITIVE_INFINITY;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function messageFor(body, asked, times) {
  const draw = createHash('sha256').update(`${times} ${asked}`).digest().readUInt32BE();
  const tool = body.tools?.find(({ name }) => name === body.tool_choice?.name);
  const content = tool
    ? { type: 'tool_use', id: 'toolu_oracle', name: tool.name, input: argumentFor(tool.input_schema, draw) }
    : { type: 'text', text: textFor(asked, draw) };
  return {
    id: 'msg_oracle',
    type: 'message',
    role: 'assistant',
    model: body.model,
    content: [content],
    stop_reason: tool ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 10 + (draw % 90), output_tokens: 5 + (draw % 20) },
  };
}

/** Names the team of a ticket, wrongly for each eighth, and answers anything else with one of three sentences. */
function textFor(asked, draw) {
  if (asked.includes('Name the team')) {
    const isBilling = /invoice|charged/.test(asked.split('Name the team').at(-1));
    return isBilling === draw % 8 > 0 ? 'billing' : 'bugs';
  }
  const steps = ['Open the page of your account.', 'Ask for a new link; it ends after 30 minutes.', 'I do not know.'];
  return steps[draw % 10 > 7 ? 2 : draw % 2];
}

/** Returns a value that fits a schema of a forced tool. */
function argumentFor(schema, draw) {
  if (schema.enum) return schema.enum[draw % schema.enum.length];
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, property]) => [name, argumentFor(property, draw)]),
    );
  if (schema.type === 'array') return [];
  if (schema.type === 'boolean') return draw % 8 > 0;
  if (schema.type === 'string') return `text ${draw % 5}`;
  const { minimum = 1, maximum = 10 } = schema;
  return maximum - (draw % 7 === 0 ? Math.min(maximum - minimum, 5) : draw % 2);
}
