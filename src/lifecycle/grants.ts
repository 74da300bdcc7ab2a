import { statSync } from 'node:fs';
import { EvaError, problem } from '#errors/index.js';
import { isObject } from '#model/data/json.js';
import { readRegular } from '#store/files/regular-file.js';

/** What was trusted, by trust digest; the values tell a person what each digest was. */
export type Grants = ReadonlyMap<string, unknown>;

const maxBytes = 8 * 1024 * 1024;

/**
 * Reads a trust file; a missing one grants nothing. Throws EVA_TRUST_FILE if it is damaged, or if anybody but this user may
 * write it. `uid` is this user's number, undefined where users have none.
 */
export function readGrants(file: string, uid: number | undefined): Grants {
  const bytes = readRegular(file, maxBytes);
  if (!bytes) return new Map();
  const { mode, uid: owner } = statSync(file);
  if (uid !== undefined && owner !== uid)
    throw unreliable(file, 'it belongs to another user', 'delete it and trust again what you need');
  if ((mode & 0o022) !== 0) throw unreliable(file, 'others than you may write it', `run: chmod 600 ${file}`);
  const trusted = trustedIn(bytes.toString('utf8'));
  if (!trusted) throw unreliable(file, 'it is damaged', 'delete it and trust again what you need');
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

function unreliable(file: string, why: string, hint: string): EvaError {
  return new EvaError([problem('EVA_TRUST_FILE', `${file} is not relied on: ${why}`, { hint })]);
}
