// A Messages API on the loopback interface, in a process of its own: in ours it would cost what is being measured. Started by
// `startServer`, with { behaviour, options } as its argument: a module whose `open(options)` gives `answer` and `report`.
import { createServer } from 'node:http';

const { behaviour, options } = JSON.parse(process.argv[2]);
const { open } = await import(behaviour);
const { answer, report } = open(options);

const json = { 'content-type': 'application/json' };

const server = createServer((request, response) => {
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

function breakOff(response, half, fault) {
  response.write(half, () => {
    if (fault === 'reset') response.socket?.resetAndDestroy();
    else response.socket?.end();
  });
}

server.keepAliveTimeout = 60_000;
server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () => process.send({ port: server.address().port }));
process.on('message', () => process.send({ report: report() }));
process.on('disconnect', () => process.exit());
