import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { restoreLargeFiles } from '#library/git/library-at.js';
import { tempLibrary } from '../../support/temp-library.js';

const content = 'id,text\n1,a\n';

const pointerTo = (text: string) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash('sha256').update(text).digest('hex')}\nsize ${text.length}\n`;

for (const [what, own, restored] of [
  ['the same file', content, content],
  ['another file', 'id,text\n2,b\n', pointerTo(content)],
] as const) {
  test(`a pointer of Git LFS to ${what} of the working tree is ${own === restored ? 'replaced' : 'kept'}`, (t) => {
    const workTree = tempLibrary(t, { 'data/items.csv': own });
    const copy = tempLibrary(t, { 'data/items.csv': pointerTo(content) });
    const entry = { kind: 'file', object: 'a', path: 'data/items.csv' } as const;
    restoreLargeFiles([{ path: entry.path, entry, bytes: pointerTo(content).length }], copy, workTree);
    assert.equal(readFileSync(join(copy, entry.path), 'utf8'), restored);
  });
}
