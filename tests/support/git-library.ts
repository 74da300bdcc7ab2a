import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Files, tempLibrary } from './temp-library.js';

const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b.c',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b.c',
};

/** Runs git in a folder, without any configuration of the user. */
export function gitIn(cwd: string, ...args: string[]): string {
  return execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

/** A library in a git repository. */
export interface GitLibrary {
  readonly root: string;
  readonly git: (...args: string[]) => string;
  /** Writes files, or removes those that are null. */
  readonly write: (files: Readonly<Record<string, string | Uint8Array | null>>) => void;
  /** Commits everything, and returns the name of the commit. */
  readonly commit: (message?: string) => string;
}

/** Makes a library whose files are the first commit of the branch `main`. */
export function gitLibrary(t: TestContext, files: Files): GitLibrary {
  const root = tempLibrary(t, files);
  const git = (...args: string[]) => gitIn(root, ...args);
  const commit = (message = 'change') => {
    git('add', '-A');
    git('commit', '-q', '-m', message);
    return git('rev-parse', 'HEAD').trim();
  };
  git('init', '-q', '-b', 'main');
  writeFileSync(join(root, '.gitignore'), '.eva/\n');
  commit('first');
  return {
    root,
    git,
    commit,
    write: (changed) => {
      for (const [name, text] of Object.entries(changed)) {
        const path = join(root, name);
        if (text === null) rmSync(path, { recursive: true });
        else {
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, text);
        }
      }
    },
  };
}
