import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { mediaReader } from '#library/prompt/media.js';
import { sha256 } from '#model/data/digest.js';
import { EvaError } from '#model/problem.js';

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

test('A pipe, a device, a directory or a huge file in place of a file has changed', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'eva-media-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  execFileSync('mkfifo', [join(root, 'pipe.png')]);
  symlinkSync('/dev/zero', join(root, 'device.png'));
  writeFileSync(join(root, 'huge.png'), '');
  truncateSync(join(root, 'huge.png'), 20 * 1024 * 1024 + 1);
  const hugeBytes = sha256(Buffer.alloc(20 * 1024 * 1024 + 1));
  for (const path of ['pipe.png', 'device.png', '.', 'huge.png']) {
    const file = { path, media_type: 'image/png', sha256: hugeBytes, bytes: 5 } as const;
    await assert.rejects(mediaReader(root)(file), { name: 'EvaError' }, path);
  }
});
