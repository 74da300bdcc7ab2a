import assert from 'node:assert/strict';
import test from 'node:test';
import { admit } from '#page/server/admission.js';

const door = { port: 4000, token: 'right-token', session: 'right-session' };

const host = ['Host', '127.0.0.1:4000'];

const cookie = ['Cookie', 'other=1; eva_view_4000=right-session'];

function kindOf(target: string, headers: readonly string[] = [...host, ...cookie], method = 'GET') {
  const admission = admit({ method, target, headers }, door);
  return admission.kind === 'refused' ? admission.status : admission.kind;
}

test('the token lets a browser in, and its cookie keeps it in', () => {
  assert.deepEqual(admit({ method: 'GET', target: '/run/a?x=1&token=right-token', headers: host }, door), {
    kind: 'enter',
    to: '/run/a?x=1',
    isFromElsewhere: false,
  });
  const admission = admit({ method: 'HEAD', target: '/run/a%20b?q=%22', headers: [...host, ...cookie] }, door);
  assert.ok(admission.kind === 'admitted');
  assert.equal(admission.request.path, '/run/a%20b');
  assert.equal(admission.request.query.get('q'), '"');
  assert.equal(kindOf('/', ['host', 'LOCALHOST:4000', ...cookie]), 'admitted');
});

test('without the right token or cookie nothing is shown', () => {
  assert.equal(kindOf('/', host), 403);
  assert.equal(kindOf('/?token=wrong', host), 403);
  assert.equal(kindOf('/?token=', host), 403);
  assert.equal(kindOf('/?token=right-session', host), 403);
  assert.equal(kindOf('/', [...host, 'Cookie', 'eva_view_4000=right-token']), 403);
  assert.equal(kindOf('/', [...host, 'Cookie', 'eva_view_4001=right-session']), 403);
  assert.equal(kindOf('/', [...host, 'Cookie', 'eva_view_4000=']), 403);
});

test('a name that another site points at this machine is refused, also with the cookie and the token', () => {
  const hosts = [
    'evil.example',
    'evil.example:4000',
    '127.0.0.1',
    '127.0.0.1:4001',
    'localhost.evil.example:4000',
    '127.0.0.1:4000.evil.example',
    '0.0.0.0:4000',
    '[::1]:4000',
    '',
  ];
  for (const name of hosts) assert.equal(kindOf('/?token=right-token', ['Host', name, ...cookie]), 421, name);
  assert.equal(kindOf('/', cookie), 421);
  assert.equal(kindOf('/', [...host, 'host', 'evil.example', ...cookie]), 421);
});

test('a page of another origin cannot use the cookie, nor can a page of another port of this machine', () => {
  for (const site of ['cross-site', 'same-site', 'unknown'])
    assert.equal(kindOf('/', [...host, ...cookie, 'Sec-Fetch-Site', site]), 403, site);
  for (const site of ['same-origin', 'none'])
    assert.equal(kindOf('/', [...host, ...cookie, 'Sec-Fetch-Site', site]), 'admitted', site);
  const link = [...host, 'Sec-Fetch-Site', 'cross-site'];
  const entered = admit({ method: 'GET', target: '/?token=right-token', headers: link }, door);
  assert.deepEqual(entered, { kind: 'enter', to: '/', isFromElsewhere: true });
});

test('only reading is allowed', () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT', 'get', ''])
    assert.equal(kindOf('/', [...host, ...cookie], method), 405, method);
});

test('a target that is no path of this server is refused', () => {
  const targets = [
    'http://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/a/..//evil.example/?token=right-token',
    '*',
    '',
    'run/a',
    `/${'a'.repeat(5000)}`,
  ];
  for (const target of targets) assert.equal(kindOf(target), 400, target.slice(0, 40));
});
