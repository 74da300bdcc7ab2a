import { join } from 'node:path';
import { isThere } from '#load/source/inside-root.js';
import type { Place, Problem } from '#model/problem.js';
import { readRegular } from '#store/files/regular-file.js';
import { collectProblems } from './collect-problems.js';

/** One line of an `aliases` file that is not blank. */
export interface Alias {
  readonly name: string;
  readonly at: Place;
}

const maxBytes = 64 * 1024;

/** Reads the aliases of all prompts that have any. Adds a problem for each file that cannot be read. */
export function readAliases(
  root: string,
  ids: readonly string[],
  problems: Problem[],
): ReadonlyMap<string, readonly Alias[]> {
  const found = ids.map((id) => {
    const file = `prompts/${id}/aliases`;
    const bytes = isThere(root, file)
      ? collectProblems(problems, null, () => readRegular(join(root, file), maxBytes))
      : null;
    return [id, bytes === null ? [] : aliasesIn(bytes.toString('utf8'), file)] as const;
  });
  return new Map(found.filter(([, own]) => own.length > 0));
}

/** Returns the first prompt that claims each alias, in the order of the ids. */
export function aliasOwners(aliases: ReadonlyMap<string, readonly Alias[]>): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const [id, own] of aliases) {
    for (const { name } of own) if (!owners.has(name)) owners.set(name, id);
  }
  return owners;
}

/** Reads an `aliases` file: one shell verb per line, blank lines ignored. */
function aliasesIn(text: string, file: string): Alias[] {
  return text.split(/\r?\n/).flatMap((source, index) => {
    const name = source.trim();
    if (name === '') return [];
    const column = source.length - source.trimStart().length + 1;
    return [{ name, at: { file, line: index + 1, column, source, length: name.length } }];
  });
}
