import assert from 'node:assert/strict';
import test from 'node:test';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { failureOfStatus, readRetryAfter } from '#provider/http/http-failure.js';

const same = (text: string) => text;
const answer = (status: number, text = '', headers: Record<string, string> = {}) => ({
  status,
  text,
  headers: new Headers(headers),
});

const kinds: readonly (readonly [number, string])[] = [
  [301, 'no_api'],
  [400, 'bad_request'],
  [401, 'refused_key'],
  [402, 'not_allowed'],
  [403, 'not_allowed'],
  [404, 'unknown_model'],
  [405, 'no_api'],
  [408, 'server_error'],
  [409, 'server_error'],
  [413, 'bad_request'],
  [422, 'bad_request'],
  [424, 'server_error'],
  [429, 'rate_limited'],
  [500, 'server_error'],
  [502, 'server_error'],
  [503, 'server_error'],
  [504, 'server_error'],
  [529, 'overloaded'],
];

for (const [status, kind] of kinds) {
  test(`status ${status} is ${kind}`, () => {
    const failure = failureOfStatus(answer(status), same);
    assert.equal(failure.kind, kind);
    assert.equal(failure.status, status);
  });
}

test('a 503 with retry-after means a busy server', () => {
  const failure = failureOfStatus(answer(503, '', { 'retry-after': '2' }), same);
  assert.equal(failure.kind, 'overloaded');
  assert.equal(failure.retryAfterMs, 2_000);
});

test('a 429 for a used-up quota is not a rate limit', () => {
  const text = '{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}';
  assert.equal(failureOfStatus(answer(429, text), same).kind, 'not_allowed');
});

test('a project of Google that may not use a model is not allowed to, although the status is 400', () => {
  const text = '[{"error":{"code":400,"message":"not allowed to use Publisher Model","status":"FAILED_PRECONDITION"}}]';
  assert.equal(failureOfStatus(answer(400, text), same).kind, 'not_allowed');
  assert.equal(failureOfStatus(answer(400, text.replace('FAILED_PRECONDITION', 'x')), same).kind, 'bad_request');
});

const messages: readonly (readonly [string, string])[] = [
  ['{"type":"error","error":{"type":"x","message":"model: nope"}}', '500 model: nope'],
  ['{"error":"model not found"}', '500 model not found'],
  ['{"message":"slow down"}', '500 slow down'],
  ['{"Message":"slow down"}', '500 slow down'],
  ['[{"error":{"code":500,"message":"in a list","status":"INTERNAL"}}]', '500 in a list'],
  ['<!doctype html><h1>Bad gateway</h1>', `500 ${attemptTexts.web_page()}`],
  ['plain words', '500 plain words'],
  ['', `500 ${attemptTexts.no_reason()}`],
  ['two\r\nlines\u001b[31m and\u2028more', '500 two lines [31m and more'],
];

for (const [text, expected] of messages) {
  test(`the body ${JSON.stringify(text)} gives the message "${expected}"`, () => {
    assert.equal(failureOfStatus(answer(500, text), same).message, expected);
  });
}

test('a message is one line of at most 300 characters, redacted before it is shortened', () => {
  const text = `${'x'.repeat(290)}SECRET${'y'.repeat(300)}`;
  const { message } = failureOfStatus(answer(500, text), (one) => one.replaceAll('SECRET', '[redacted]'));
  assert.equal(message.length, 300);
  assert.doesNotMatch(message, /SECR/);
});

const now = Date.parse('2026-01-01T00:00:00Z');

const waits: readonly (readonly [Record<string, string>, number | undefined])[] = [
  [{}, undefined],
  [{ 'retry-after': '3' }, 3_000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1_500],
  [{ 'retry-after-ms': '250' }, 250],
  [{ 'retry-after-ms': '250', 'retry-after': '3' }, 250],
  [{ 'retry-after-ms': 'soon', 'retry-after': '3' }, 3_000],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' }, 20_000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 23:59:00 GMT' }, 0],
  [{ 'retry-after': 'later' }, undefined],
  [{ 'retry-after': 'Infinity' }, undefined],
  [{ 'retry-after': '9'.repeat(400) }, 31_536_000_000],
  [{ 'retry-after-ms': '9'.repeat(300) }, 31_536_000_000],
  [{ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, 31_536_000_000],
];

for (const [headers, expected] of waits) {
  test(`${JSON.stringify(headers)} asks to wait ${expected} ms`, () => {
    assert.equal(readRetryAfter(new Headers(headers), now), expected);
  });
}
