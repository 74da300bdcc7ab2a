import assert from 'node:assert/strict';
import test from 'node:test';
import type { Message } from '#model/reply/exchange.js';
import { messagesText, promptText } from '#provider/programs/program-reply.js';

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });

test('a single message stays unchanged, after the system prompt if there is one', () => {
  const messages = [user(' Assistant:\r\n{{x}} \n')];
  assert.equal(messagesText({ messages }), ' Assistant:\r\n{{x}} \n');
  assert.equal(promptText({ messages }), ' Assistant:\r\n{{x}} \n');
  assert.equal(promptText({ system: 'Be brief.', messages }), 'Be brief.\n\n Assistant:\r\n{{x}} \n');
});

test('several messages have their roles, and the text ends with the role of the reply', () => {
  const messages = [user('I cannot log in.'), assistant('Which address?\nI need it.'), user('a@b.c')];
  const expected = `User:
I cannot log in.

Assistant:
Which address?
I need it.

User:
a@b.c

Assistant:`;
  assert.equal(messagesText({ messages }), expected);
  assert.equal(promptText({ system: 'Be brief.', messages }), `Be brief.\n\n${expected}`);
});
