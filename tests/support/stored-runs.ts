import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the names of the runs in a library, oldest first. */
export function runsIn(root: string): readonly string[] {
  return readdirSync(join(root, '.eva/runs')).sort();
}

/** Renames a run in its folder, files and row, as if it had begun at another time. */
export function renameRun(root: string, from: string, to: string): void {
  renameSync(join(root, '.eva/runs', from), join(root, '.eva/runs', to));
  const files = readdirSync(join(root, '.eva/runs', to)).map((name) => join(root, '.eva/runs', to, name));
  for (const path of [...files, join(root, '.eval.jsonl')]) {
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to));
  }
}

/** Copies a run under another name without result and row, as after a kill. */
export function copyUnfinished(root: string, from: string, to: string): void {
  const dir = join(root, '.eva/runs', to);
  cpSync(join(root, '.eva/runs', from), dir, { recursive: true });
  rmSync(join(dir, 'result.json'));
  const journal = join(dir, 'journal.jsonl');
  writeFileSync(journal, readFileSync(journal, 'utf8').replaceAll(from, to));
}
