import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'node:test';
import { htmlAnswer, idleMs, jsonAnswer, openServer, type ServerOptions } from '#page/server/server.js';
import { askServer } from '../../support/ask-server.js';
import { createFakeClock, settled } from '../../support/fake-clock.js';

async function opened(t: test.TestContext, options: Partial<ServerOptions> = {}) {
  const end = new AbortController();
  const clock = createFakeClock();
  const server = await openServer({
    port: 0,
    token: 'token',
    session: 'session',
    clock,
    signal: end.signal,
    answer: ({ path }) => htmlAnswer(['<!doctype html>', `<p>${path}`]),
    pageOf: (error) => htmlAnswer([`<p>${(error as Error).message}`], 500),
    ...options,
  });
  t.after(async () => {
    end.abort();
    await server.ended;
  });
  const headers = { cookie: `eva_view_${server.port}=session` };
  return { ...server, clock, end, headers };
}

test('the first address sets a strict cookie and loses its token', async (t) => {
  const { port } = await opened(t);
  const reply = await askServer(port, '/run/a?token=token');
  assert.equal(reply.status, 303);
  assert.equal(reply.headers.location, '/run/a');
  assert.deepEqual(reply.headers['set-cookie'], [`eva_view_${port}=session; Path=/; HttpOnly; SameSite=Strict`]);
  const cookie = (reply.headers['set-cookie']?.[0] ?? '').split(';')[0];
  const page = await askServer(port, '/run/a', { headers: { cookie } });
  assert.equal(page.status, 200);
  assert.equal(page.body, '<!doctype html><p>/run/a');
});

test('a link on another site lets a browser in with a page, since it sends no strict cookie along a redirect', async (t) => {
  const { port } = await opened(t);
  const reply = await askServer(port, '/?token=token', { headers: { 'sec-fetch-site': 'cross-site' } });
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.refresh, '0; url=/');
  assert.equal(reply.body, '');
});

test('nobody may guess, keep, frame or share what it answers', async (t) => {
  const { port, headers } = await opened(t, {
    answer: ({ path }) => (path === '/data' ? jsonAnswer({}) : htmlAnswer([''])),
  });
  for (const path of ['/', '/data', '/?token=token', '/?token=wrong']) {
    const reply = await askServer(port, path, { headers });
    assert.equal(reply.headers['x-content-type-options'], 'nosniff', path);
    assert.equal(reply.headers['cache-control'], 'no-store', path);
    assert.equal(reply.headers['referrer-policy'], 'no-referrer', path);
    assert.equal(reply.headers['cross-origin-resource-policy'], 'same-origin', path);
    assert.match(String(reply.headers['content-security-policy']), /frame-ancestors 'none'/, path);
    assert.equal(reply.headers['access-control-allow-origin'], undefined, path);
  }
});

test('HEAD has no body, and a method that writes is refused', async (t) => {
  const { port, headers } = await opened(t);
  const head = await askServer(port, '/', { method: 'HEAD', headers });
  assert.deepEqual([head.status, head.body], [200, '']);
  const post = await askServer(port, '/', { method: 'POST', headers });
  assert.deepEqual([post.status, post.headers.allow], [405, 'GET, HEAD']);
});

test('an error of one answer becomes a page, and the server goes on', async (t) => {
  const { port, headers } = await opened(t, {
    answer: ({ path }) => {
      if (path === '/bad') throw new Error('broken');
      return jsonAnswer({ fine: true });
    },
  });
  const bad = await askServer(port, '/bad', { headers });
  assert.deepEqual([bad.status, bad.body], [500, '<p>broken']);
  assert.equal((await askServer(port, '/good', { headers })).body, '{"fine":true}');
});

test('it ends after 8 h without a request, and each request begins them anew', async (t) => {
  const { port, headers, clock, ended } = await opened(t);
  let reason: string | undefined;
  void ended.then((why) => {
    reason = why;
  });
  await clock.advance(idleMs - 1);
  await askServer(port, '/', { headers });
  await clock.advance(idleMs - 1);
  assert.equal(reason, undefined);
  await clock.advance(1);
  assert.equal(await ended, 'idle');
  await assert.rejects(askServer(port, '/', { headers }), /ECONNREFUSED/);
});

test('its signal ends it at once, also with a reader of events', async (t) => {
  const { port, headers, end, ended } = await opened(t, {
    answer: () => ({
      kind: 'events',
      events: async function* (signal) {
        yield { begun: true };
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      },
    }),
  });
  const reading = askServer(port, '/live', { headers }).catch((error: Error) => error.message);
  await settled();
  end.abort();
  assert.equal(await ended, 'stopped');
  await reading;
});

test('events are sent as they come, and end with their run', async (t) => {
  const { port, headers } = await opened(t, {
    answer: () => ({
      kind: 'events',
      events: async function* () {
        yield { text: 'a\nb' };
        yield { done: true };
      },
    }),
  });
  const reply = await askServer(port, '/live', { headers });
  assert.match(String(reply.headers['content-type']), /^text\/event-stream/);
  assert.equal(reply.body, 'data: {"text":"a\\nb"}\n\ndata: {"done":true}\n\n');
});

test('it listens on one address of this machine, which no other machine reaches', async (t) => {
  const { port } = await opened(t);
  const socket = connect({ host: '127.0.0.2', port });
  t.after(() => socket.destroy());
  const end = await Promise.race([once(socket, 'connect').then(() => 'connected'), once(socket, 'error')]).catch(
    (error: Error) => error,
  );
  assert.notEqual(end, 'connected');
});

test('a request whose headers do not come ends after their time, without a wait for the next check of Node', async (t) => {
  const { port } = await opened(t, { headersTimeout: 50 });
  const socket = connect({ host: '127.0.0.1', port });
  t.after(() => socket.destroy());
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n');
  let reply = '';
  socket.on('data', (bytes) => {
    reply += String(bytes);
  });
  await once(socket, 'close');
  assert.match(reply, /^HTTP\/1\.1 408 /);
});

test('a taken port is the error of the system', async (t) => {
  const { port } = await opened(t);
  await assert.rejects(opened(t, { port }), /EADDRINUSE/);
});
