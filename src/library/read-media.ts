import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { sha256 } from '#model/data/digest.js';
import type { MediaPath } from '#model/reply/message.js';

/**
 * Returns a function that reads a file of a message, below the library's root, as base64. It throws EVA_RUN_CHANGED if the file is gone or
 * its bytes are not those of its digest, since the key of the reply and the evidence hold that digest.
 */
export function mediaReader(root: string): (file: MediaPath) => Promise<string> {
  return async ({ path, sha256: planned }) => {
    const bytes = await readFile(resolve(root, path)).catch(() => null);
    if (bytes === null || sha256(bytes) !== planned) throw new EvaError([problem('EVA_RUN_CHANGED:file', { path })]);
    return bytes.toString('base64');
  };
}
