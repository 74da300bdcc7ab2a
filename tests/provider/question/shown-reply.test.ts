import assert from 'node:assert/strict';
import test from 'node:test';
import { shownReply } from '#provider/question/ask.js';
import { replyWith } from '../../support/scripted-ask.js';

const shown = (text: string) => shownReply(replyWith({ text }));

test('a reply of 300 code points is shown whole, a longer one as its first 120 and last 180', () => {
  for (const letter of ['x', '\u{1f600}']) {
    const whole = letter.repeat(298);
    assert.equal(shown(`(${whole})`), `(${whole})`);
    for (const length of [301, 599, 601, 5_000]) {
      const [head, tail] = [letter.repeat(119), letter.repeat(179)];
      assert.equal(shown(`(${letter.repeat(length - 2)})`), `(${head} … ${tail})`);
    }
  }
});

test('the arguments of a call are shown as JSON', () => {
  assert.equal(shownReply(replyWith({ tool_input: { score: 7 } })), '{"score":7}');
});
