import { statSync } from 'node:fs';
import { EvaError, problem } from '#errors/index.js';
import { isObject } from '#model/data/json.js';
import { readRegular } from '#store/files/regular-file.js';

/** Trusted digests. The values describe each program for a person who reads the file. */
export type Grants = ReadonlyMap<string, unknown>;

const maxBytes = 8 * 1024 * 1024;

/**
 * Reads a trust file; without the file nothing is trusted. Throws EVA_TRUST_FILE if it is damaged, or if another user owns it or
 * may write it. `uid` is the user id; undefined on systems without user ids.
 */
export function readGrants(file: string, uid: number | undefined): Grants {
  const bytes = readRegular(file, maxBytes);
  if (!bytes) return new Map();
  const { mode, uid: owner } = statSync(file);
  if (uid !== undefined && owner !== uid) throw new EvaError([problem('EVA_TRUST_FILE:other_owner', { file })]);
  if ((mode & 0o022) !== 0) throw new EvaError([problem('EVA_TRUST_FILE:writable', { file })]);
  const trusted = trustedIn(bytes.toString('utf8'));
  if (!trusted) throw new EvaError([problem('EVA_TRUST_FILE:damaged', { file })]);
  return new Map(Object.entries(trusted));
}

function trustedIn(text: string): object | undefined {
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document !== 'object' || document === null || !('trusted' in document)) return undefined;
    const { trusted } = document;
    return isObject(trusted) ? trusted : undefined;
  } catch {
    return undefined;
  }
}
