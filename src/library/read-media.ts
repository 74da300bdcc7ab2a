import { resolve } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { maxMediaBytes } from '#load/prompt/media.js';
import { readBytes } from '#load/source/read-file.js';
import { sha256 } from '#model/data/digest.js';
import type { MediaPath } from '#model/reply/exchange.js';
import { short } from '#model/text/quoted.js';

/**
 * Returns a function that reads a file of a message as base64. It looks below the library's root, then below `others`, the roots of other
 * versions of the library, and takes the file with the right digest. It throws EVA_RUN_CHANGED if the file is gone, is
 * a pipe or device, or its bytes are not those of its digest, since the key of the reply and the evidence hold that digest.
 */
export function mediaReader(root: string, others: readonly string[] = []): (file: MediaPath) => Promise<string> {
  const roots = [root, ...others];
  return async ({ path, sha256: planned }) => {
    for (const one of roots) {
      const { value: bytes } = readBytes(resolve(one, path), path, maxMediaBytes);
      if (bytes !== null && sha256(bytes) === planned) return bytes.toString('base64');
    }
    throw new EvaError([
      problem('EVA_RUN_CHANGED:file', `${short(path)} changed since the run was planned, or is gone`, {
        hint: 'undo the change to resume the run, or start a new one',
      }),
    ]);
  };
}
