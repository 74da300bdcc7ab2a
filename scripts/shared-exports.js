import { readFileSync } from 'node:fs';

/**
 * Returns the names that several of these modules export, each as `NAME in FILE and FILE`. One module that exports all of them by
 * `export * from …` would lack such a name, and esbuild does not warn. Reads JavaScript as tsc writes it: an `export` begins its line.
 */
export function sharedExports(files) {
  const holders = new Map();
  for (const file of files) {
    for (const name of exportsOf(readFileSync(file, 'utf8'))) holders.set(name, [...(holders.get(name) ?? []), file]);
  }
  return [...holders]
    .filter(([, known]) => known.length > 1)
    .map(([name, known]) => `${name} in ${known.join(' and ')}`);
}

/** Returns the names that a module exports: those of declarations, and those in braces after `export`. */
function exportsOf(text) {
  const declared = [...text.matchAll(/^export (?:async )?(?:function\*?|class|const|let|var) ([\w$]+)/gm)];
  const listed = [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names]) => names.split(','));
  const names = listed.flatMap((one) => /([\w$]+)\s*$/.exec(one)?.[1] ?? []);
  return new Set([...declared.map(([, name]) => name), ...names]);
}
