import assert from 'node:assert/strict';
import test from 'node:test';
import { scriptJson } from '#page/text.js';

test('data of a page is plain text: nothing ends its element, and no control, mark or direction is hidden in it', () => {
  const hidden = ['\u0085', '\u009b', '\u00ad', '\u061c', '\u200b', '\u200f', '\u2028', '\u202e', '\u2066', '\ufeff'];
  const json = JSON.stringify(['</script>', '&lt;', ...hidden]);
  const escaped = scriptJson(json);
  assert.doesNotMatch(escaped, /[<>&\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  assert.deepEqual(JSON.parse(escaped), JSON.parse(json));
  assert.equal(scriptJson(escaped), escaped);
});
