import { join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { short } from '#model/text/quoted.js';
import { openLedger } from '../finding.js';
import { openConfigFolder } from '../folder.js';
import type { ImportDraft, ReadOptions } from '../import-draft.js';
import { assemble } from './assemble/assemble.js';
import { readConfiguration } from './read-configuration.js';
import { configNames, type FoundConfig, findConfigs } from './reading/find-configs.js';

/** Reads a configuration of promptfoo, or each in a folder. Throws EVA_NOT_IMPORTABLE for a folder without one. */
export function readPromptfoo(path: string, options: ReadOptions): readonly ImportDraft[] {
  const { configs, refused } = findConfigs(path);
  if (refused !== undefined) throw new EvaError([problem('EVA_NOT_IMPORTABLE', { what: path, reason: refused })]);
  if (configs.length === 0) {
    throw new EvaError([
      problem('EVA_NOT_IMPORTABLE:nothing', `there is no configuration in ${short(path)}`, {
        hint: `name a file; in a folder, eva looks for ${configNames.map(short).join(', ')}`,
      }),
    ]);
  }
  return configs.map((found) => draftOf(found, options));
}

function draftOf({ dir, file }: FoundConfig, options: ReadOptions): ImportDraft {
  const ledger = openLedger();
  const folder = openConfigFolder(dir);
  const read = readConfiguration(file, { folder, ledger, ...options });
  const isBlocked = ledger.all().some(({ effect }) => effect === 'blocks');
  const made = read && !isBlocked ? assemble(read.parts, read.converters) : null;
  return {
    path: join(dir, file),
    file,
    prompts: made?.prompts ?? [],
    settings: made?.settings ?? { entries: [], prices: {} },
    tests: read?.parts.tests.length ?? 0,
    assertions: read?.assertions ?? [],
    ledger,
    patterns: folder.patterns(),
  };
}
