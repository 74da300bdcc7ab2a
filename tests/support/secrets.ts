import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A key that no output, file or message may contain. */
export const sentinelKey = 'sk-ant-SENTINEL-4f1d9e7b2c6a8053-do-not-print';

const forms = [
  sentinelKey,
  sentinelKey.slice(12, 32),
  ...[0, 1, 2].map((shift) =>
    Buffer.from(' '.repeat(shift) + sentinelKey)
      .toString('base64')
      .slice(4, 40),
  ),
];

/** Throws if a text contains the sentinel key: raw, its inner part, or in base64 at any alignment. */
export function assertNoSecret(text: string, where: string): void {
  if (forms.some((form) => text.includes(form))) throw new Error(`the key leaked into ${where}`);
}

/** Throws if a file below a directory contains the sentinel key. */
export function assertNoSecretBelow(root: string): void {
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const path = join(root, name);
    if (statSync(path).isFile()) assertNoSecret(readFileSync(path, 'latin1'), name);
  }
}
