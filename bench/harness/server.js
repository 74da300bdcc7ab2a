// A Messages API on the loopback interface, in a process of its own: in ours it would cost what is being measured. Started by
// `startServer`, with { behaviour, options } as its argument: a module whose `open(options)` gives `answer` and `report`.
import { createServer } from 'node:http';

const { behaviour, options } = JSON.parse(process.argv[2]);
const { open } = await import(behaviour);
const { answer, report } = open(options);

const json = { 'content-type': 'application/json' };

const server = createServer((request, response) => {
  if (request.url === '/report') return reportTo(response);
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { delayMs = 0, ...given } = answer(Buffer.concat(chunks));
    if (delayMs > 0) setTimeout(() => respond(response, given), delayMs);
    else respond(response, given);
  });
});

function respond(response, { status = 200, headers = {}, body, fault }) {
  if (fault === 'hang' || response.destroyed) return;
  const length = { 'content-length': Buffer.byteLength(body) };
  if (fault === undefined) response.writeHead(status, { ...json, ...length, ...headers }).end(body);
  else breakOff(response.writeHead(200, { ...json, ...length }), body.slice(0, body.length / 2), fault);
}

/** Clients that have not closed their connection yet. */
const clients = new Set();

function watch(socket) {
  clients.add(socket);
  for (const event of ['end', 'close']) socket.once(event, () => clients.delete(socket));
}

/** Once all other clients have gone, what they sent has been read to its end, also that of a client killed a moment ago. */
function reportTo(response) {
  if (clients.size > 1) setTimeout(() => reportTo(response), 1);
  else response.writeHead(200, json).end(JSON.stringify(report()));
}

function breakOff(response, half, fault) {
  response.write(half, () => {
    if (fault === 'reset') response.socket?.resetAndDestroy();
    else response.socket?.end();
  });
}

server.keepAliveTimeout = 60_000;
server.on('connection', watch);
server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
