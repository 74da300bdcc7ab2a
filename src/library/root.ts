import { existsSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Problem } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import { shellWord, short } from '#model/text/quoted.js';
import { namesInFolder } from './source/inside-root.js';
import { readText } from './source/read-file.js';

interface RootQuestion {
  readonly flag?: string | undefined;
  /** The environment. Only `EVA_ROOT` is read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The user id of this process; undefined on systems without user ids. */
  readonly uid: number | undefined;
  /** True to accept a directory with `.eva/runs` and without `prompts/`: a program can keep runs anywhere. */
  readonly onlyRuns?: boolean;
}

/**
 * Returns the absolute path of the library: `--root`, else `EVA_ROOT`, else the nearest directory upwards with `prompts/`. Throws
 * EVA_NO_LIBRARY, and EVA_FOREIGN_LIBRARY if it was found in a parent folder with files of another user.
 */
export function findRoot({ flag, env, cwd, uid, onlyRuns = false }: RootQuestion): string {
  const marks = onlyRuns ? ['prompts', '.eva/runs'] : ['prompts'];
  if (flag !== undefined) return namedRoot('--root', flag, cwd, marks);
  if (env['EVA_ROOT']) return namedRoot('EVA_ROOT', env['EVA_ROOT'], cwd, marks);
  const start = resolve(cwd);
  const root = marks
    .map((mark) => findUpwards(start, (dir) => isDirectory(join(dir, mark))))
    .find((dir) => dir !== null);
  if (root === undefined) throw new EvaError([noLibrary(start)]);
  if (root !== start) requireOwn(root, uid);
  return root;
}

/** Files of a prompt that somebody may have put beside where `prompts/` should be. */
const filesOfPrompts = ['prompt.md', 'prompt.txt', 'prompt.xml', 'messages.yml', 'eval.yml'];

/** Returns the problem of a directory without a library, by what is there instead: a folder with a similar name, or files of other tools. */
function noLibrary(cwd: string): Problem {
  const names = entriesOf(cwd);
  const folder = ['prompt', 'Prompts', 'PROMPTS', 'Prompt'].find(
    (name) => names.includes(name) && isDirectory(join(cwd, name)),
  );
  if (folder !== undefined)
    return problem('EVA_NO_LIBRARY:renamed', `there is no prompts/ here, only ${short(folder)}/`, {
      hint: `if your prompts are in it, type mv ${short(folder)} prompts; each is a folder there, such as prompts/greet/prompt.md`,
    });
  const files = filesOfPrompts.filter((name) => names.includes(name));
  if (files.length > 0)
    return problem(
      'EVA_NO_LIBRARY:loose',
      `there is no prompts/ here; ${files.map(short).join(' and ')} ${files.length === 1 ? 'belongs' : 'belong'} into a folder there`,
      { hint: `type mkdir -p prompts/my-prompt && mv ${files.map(short).join(' ')} prompts/my-prompt` },
    );
  const file = names.find((name) => /^promptfooconfig\.(ya?ml|json|[cm]?[jt]s)$|^[\w.-]{1,80}\.prompty$/.test(name));
  if (file !== undefined)
    return problem(
      'EVA_NO_LIBRARY:promptfoo',
      `there is no prompts/ here, and eva does not evaluate ${short(file)} itself`,
      {
        hint: /\.(?:ya?ml|json)$/.test(file)
          ? `make prompts of it: eva import promptfoo ${shellWord(file)}`
          : `make a library here: eva init; docs/guide/from-promptfoo.md says what becomes of ${short(file)}`,
      },
    );
  return problem('EVA_NO_LIBRARY:above', `there is no prompts/ in ${short(cwd)} or in a directory above it`, {
    hint: 'make a library here: eva init; or name one with --root DIR or EVA_ROOT',
  });
}

function entriesOf(dir: string): readonly string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    return [];
  }
}

function namedRoot(name: string, value: string, cwd: string, marks: readonly string[]): string {
  const path = value === '' ? '' : resolve(cwd, value);
  if (path !== '' && marks.some((mark) => isDirectory(join(path, mark)))) return path;
  throw new EvaError([
    problem('EVA_NO_LIBRARY:named', `${short(name)} is "${short(value)}", and there is no prompts/ in it`, {
      hint: `set ${short(name)} to the directory that has prompts/; eva init DIR makes one`,
    }),
  ]);
}

/** Returns the nearest path that passes a test, from `dir` upwards; null if none does. */
export function findUpwards(dir: string, passes: (dir: string) => boolean): string | null {
  if (passes(dir)) return dir;
  return dir === dirname(dir) ? null : findUpwards(dirname(dir), passes);
}

/** The bodies of a prompt of eva without an eval.yml. Another tool may have a messages.yml and a meta.yml, too. */
const bodyFiles = ['prompt.md', 'prompt.txt', 'prompt.xml'];

/**
 * Returns the library that the working directory is in, else the working directory. If the `prompts/` there has folders that are no prompts
 * of eva, and there is no eva.yml, it belongs to somebody else: returns `eva/`, where eva doctor does not meet them.
 */
export function libraryAbove(cwd: string): string {
  const root = findUpwards(cwd, (dir) => isDirectory(resolve(dir, 'prompts')));
  if (root === null || existsSync(resolve(root, 'eva.yml'))) return root ?? cwd;
  const prompts = resolve(root, 'prompts');
  const folders = namesInFolder(prompts, (entry) => entry.isDirectory());
  const isOwn = (folder: string) => {
    const { value: evaluation } = readText(resolve(prompts, folder, 'eval.yml'), 'eval.yml', 1024 * 1024);
    if (evaluation !== null) return /^(?:cases|cases_of):/m.test(evaluation);
    return bodyFiles.some((file) => existsSync(resolve(prompts, folder, file)));
  };
  return folders.every(isOwn) ? root : resolve(cwd, 'eva');
}

/** Returns true for a directory, and for a link to one. */
export function isDirectory(path: string): boolean {
  return statsOf(path)?.isDirectory() === true;
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** Throws EVA_FOREIGN_LIBRARY if other users own files of a library. They can create `prompts/` in a shared parent such as `/tmp`. */
function requireOwn(dir: string, uid: number | undefined): void {
  if (uid === undefined) return;
  const foreign = [dir, join(dir, 'prompts'), join(dir, 'eva.yml')].find((path) => isForeign(path, uid));
  if (foreign === undefined) return;
  throw new EvaError([
    problem(
      'EVA_FOREIGN_LIBRARY',
      `the library in ${short(dir)} was found above the working directory, and ${short(foreign)} belongs to another user`,
      { hint: `if you trust that user, name the library: --root ${shellWord(dir)}` },
    ),
  ]);
}

/** Returns true if another user owns a file, or a link or its target. Missing and unreadable files are not foreign. */
function isForeign(path: string, uid: number): boolean {
  return [lstatSync, statSync].some((stat) => {
    try {
      return stat(path).uid !== uid;
    } catch {
      return false;
    }
  });
}

/** The names under which other tools look for keys. eva reads none of them. */
const envNames = ['.env', '.env.local'];

/**
 * Returns the path of a `.env` file in the working directory or the library's root, as it can be typed in a shell; null without one. Only
 * asks whether it exists: its content is not read.
 */
export function envFileIn(root: string, { PWD }: Readonly<Record<string, string | undefined>>): string | null {
  const here = PWD !== undefined && isAbsolute(PWD) ? PWD : root;
  for (const dir of new Set([here, root])) {
    const name = envNames.find((file) => statsOf(join(dir, file))?.isFile());
    if (name !== undefined) return dir === here ? `./${name}` : join(dir, name);
  }
  return null;
}
