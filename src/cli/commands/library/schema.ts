import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { column } from '#report/text/clip.js';
import type { Io } from '../../io.js';
import { openTerminal } from '../../output/terminal.js';
import { publishedSchemas } from './published-schemas.js';

const require = createRequire(import.meta.url);

/** Runs `eva schema [name]`: prints a JSON Schema of the package, or lists them. Returns 0. */
export async function schemaCommand(name: string | undefined, io: Io): Promise<number> {
  const { out } = await openTerminal(io);
  if (name !== undefined) out(readFileSync(require.resolve(`eva-harness/schemas/${name}.schema.json`), 'utf8'));
  else for (const [own, about] of Object.entries(publishedSchemas)) out(`${column(own, 13)}${about}\n`);
  return 0;
}
