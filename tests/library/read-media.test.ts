import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { EvaError } from '#errors/index.js';
import { mediaReader } from '#library/read-media.js';
import { sha256 } from '#model/data/digest.js';

test('A file is read as base64 while its bytes are those of its digest', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'eva-media-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]);
  writeFileSync(join(root, 'a.png'), bytes);
  const read = mediaReader(root);
  const file = { path: 'a.png', media_type: 'image/png', sha256: sha256(bytes), bytes: 5 } as const;
  assert.equal(await read(file), 'iVBOR/8=');
  writeFileSync(join(root, 'a.png'), 'other');
  const isChanged = (error: unknown) => error instanceof EvaError && error.problems[0]?.code === 'EVA_RUN_CHANGED';
  await assert.rejects(read(file), isChanged);
  rmSync(join(root, 'a.png'));
  await assert.rejects(read(file), isChanged);
});
