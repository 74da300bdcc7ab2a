import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { hostileFolders, makeHostileFolder } from '../../import/hostile-files.js';

/** An import of a configuration: the folder that has it, and what must hold. */
export interface Job {
  readonly name: string;
  /** The folder of the configuration. */
  readonly dir: string;
  /** A folder that does not exist yet, for the result. */
  readonly into: string;
  readonly outcome?: 'full' | 'mostly' | 'not';
  /** Texts that the list must have. */
  readonly listed?: readonly string[];
  /** Texts that may be in no output and in no file. */
  readonly never?: readonly string[];
}

/** What an import printed, and how it ended. */
export interface JobResult {
  readonly exitCode: number;
  /** Both streams of the command without `--json`. */
  readonly text: string;
  /** Standard output with `--json`; empty if the command was refused as a whole. */
  readonly json: string;
  readonly milliseconds: number;
}

const fixtures = 'tests/fixtures/import';

/** Code that notices that it runs, for the files of a configuration. */
const mark = '\nglobalThis.executedByImport = true;\n';

/** Copies the configurations with which the importer is tested, and lets their code notice that it runs. */
export function fixtureJobs(temporary: string): readonly Job[] {
  const root = `${fixtures}/promptfoo`;
  const names = readdirSync(root).filter((name) => /^\d\d-/.test(name));
  return names.map((name) => {
    const dir = join(temporary, name, 'config');
    cpSync(join(root, name), dir, { recursive: true });
    for (const own of ['expected.yml', 'verdicts.yml']) rmSync(join(dir, own), { force: true });
    for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (/\.[cm]?js$/.test(file)) appendFileSync(join(dir, file), mark);
    }
    return { name, dir, into: join(temporary, name, 'into') };
  });
}

/** Copies or makes the configurations that attack an import. Those that need much disk are made only if `isLarge` says so. */
export function hostileJobs(temporary: string, isLarge = false): readonly Job[] {
  const root = `${fixtures}/hostile`;
  const cases: Readonly<Record<string, Partial<Job>>> = parse(readFileSync(join(root, 'cases.yml'), 'utf8'));
  const copied = Object.entries(cases).map(([name, holds]): Job => {
    // The folders name files that are beside them.
    cpSync(root, join(temporary, name), { recursive: true });
    return { ...holds, name, dir: join(temporary, name, name), into: join(temporary, name, 'into') };
  });
  const made = hostileFolders
    .filter(({ large = false }) => large === isLarge)
    .map(({ make: _make, large: _large, ...holds }, index): Job => {
      const folder = hostileFolders.find(({ name }) => name === holds.name);
      const own = join(temporary, `${isLarge ? 'large' : 'made'}-${index}`);
      mkdirSync(own);
      if (!folder) throw new Error(`there is no ${holds.name}`);
      return { ...holds, dir: makeHostileFolder(folder, own), into: join(own, 'into') };
    });
  return isLarge ? made : [...copied, ...made];
}

/** Writes jobs for the program `import-each`, and returns its arguments. */
export function argumentsFor(temporary: string, jobs: readonly Job[]): readonly [jobs: string, results: string] {
  const [file, results] = [join(temporary, 'jobs.json'), join(temporary, 'results.json')];
  writeFileSync(file, JSON.stringify(jobs));
  return [file, results];
}

/** Returns what `import-each` wrote, by the names of the jobs. */
export function resultsIn(file: string): Readonly<Record<string, JobResult>> {
  return JSON.parse(readFileSync(file, 'utf8'));
}
