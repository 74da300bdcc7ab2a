import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Lends `use` a directory of its own, which is gone afterwards. */
export async function inScratch(use) {
  const dir = mkdtempSync(join(tmpdir(), 'eva-bench-'));
  try {
    return await use(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
