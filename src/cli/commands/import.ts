import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type Imported, importDrafts } from '#import/import-library.js';
import { promptfooConfigNames, readPromptfoo } from '#import/read-promptfoo.js';
import { libraryAbove } from '#library/root.js';
import { namesInFolder } from '#library/source/inside-root.js';
import { openTrust, untrustedOf } from '#library/trust.js';
import { evaError } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { pathWord, quoted } from '#model/text/quoted.js';
import { renderImport } from '#report/commands/import-result.js';
import { jsonResult } from '#report/formats/json-result.js';
import { visible } from '#report/text/visible.js';
import { readLibrary, readVariants } from '#run/prompt/read-prompt.js';

import type { Io } from '../io.js';
import { userOf, workingDirectory } from '../open-command.js';
import { openTerminal } from '../output/terminal.js';
import { libraryModels } from '../scaffold/models.js';
import { schemaLine } from '../scaffold/new-prompt.js';
import { diagnose } from './doctor.js';

interface ImportOptions {
  readonly into?: string;
  readonly model?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/**
 * Runs `eva import promptfoo FILE`: makes prompts of configurations, executes nothing of them, and overwrites nothing. Returns 0 if
 * everything is carried over, 1 if something was left out, 2 if a configuration cannot be imported.
 */
export async function importCommand(file: string | undefined, options: ImportOptions, io: Io): Promise<number> {
  const terminal = openTerminal(io);
  const cwd = workingDirectory(io);
  const written =
    file ?? promptfooConfigNames.find((name) => existsSync(resolve(cwd, name))) ?? promptfooConfigNames[0];
  const path = resolve(cwd, written);
  if (!existsSync(path)) {
    const meant = nearest(basename(path), namesInFolder(dirname(path)));
    const meants = meant && join(dirname(written), meant);
    throw evaError('EVA_NOT_IMPORTABLE:missing', `there is no ${quoted(written)}`, {
      hint:
        meants === undefined ? 'name the file to import, or a folder that has some' : `did you mean ${quoted(meants)}?`,
    });
  }
  const root = options.into === undefined ? libraryAbove(cwd) : resolve(cwd, options.into);
  const nameOf = (file: string) => shown(file, cwd);
  const { nameOf: fullName } = libraryModels(root);
  const drafts = readPromptfoo(path, {
    ...(options.model !== undefined && { model: fullName(options.model) }),
    ids: new Set<string>(),
    taken: new Map<string, string>(),
  });
  const isDry = options.dryRun === true;
  const { configs, settings } = importDrafts(drafts, {
    root,
    isDry,
    nameOf,
    schemaLine,
    diagnose: (staged, ids) => errorsIn(staged, ids, io),
  });
  if (options.json)
    terminal.out(jsonResult({ root, dry_run: isDry, configs: configs.map((config) => facts(config, nameOf)) }));
  else {
    const views = configs.map((config) => ({ ...config, config: nameOf(config.path) }));
    const needsTrust = !isDry && isTrustNeeded(root, configs, io);
    const dir = root === cwd ? null : visible(pathWord(shown(root, cwd)));
    terminal.out(renderImport({ configs: views, dir, isDry, settings, needsTrust }, terminal));
  }
  return Math.max(0, ...configs.map(({ outcome }) => exitCodes[outcome]));
}

/** Returns true if an evaluation of imported prompts would start code or ask servers that the user has not trusted yet. */
function isTrustNeeded(root: string, configs: readonly Imported[], io: Io): boolean {
  if (configs.some(({ code }) => code.length > 0)) return true;
  const library = readLibrary(root);
  if (library.programs.length === 0) return false;
  const ids = configs.flatMap(({ prompts }) => prompts);
  const programs = ids.flatMap((id) => readVariants(library, id)).flatMap((files) => files.programs);
  return programs.length > 0 && untrustedOf(programs, root, openTrust(userOf(io), root)).length > 0;
}

const exitCodes = { full: 0, mostly: 1, not: 2 } as const;

/** Returns a path relative to the working directory, if it is below it. */
function shown(path: string, cwd: string): string {
  const way = relative(cwd, path);
  return way === '' ? '.' : way.startsWith('..') || isAbsolute(way) ? path : way.split(sep).join('/');
}

function errorsIn(root: string, ids: readonly string[], io: Io) {
  const { PATH, HOME } = io.env; // they find programs; what a configuration becomes depends on no other variable
  const { prompts, library } = diagnose(root, ids, {}, { ...io, env: { PATH, HOME } });
  return [...library, ...prompts.flatMap(({ problems }) => problems)].filter(({ severity }) => severity === 'error');
}

/** Returns an imported configuration for `--json`. */
function facts(one: Imported, nameOf: (path: string) => string): object {
  const { outcome, prompts, tests, assertions, code, findings } = one;
  const listed = (effect: string) =>
    findings
      .filter((finding) => finding.effect === effect)
      .map(({ effect: _effect, at: { file, line, column }, ...finding }) => ({
        ...finding,
        // without the line of the file, which may hold a key
        at: { file, ...(line !== undefined && { line }), ...(column !== undefined && { column }) },
      }));
  const blocks = listed('blocks');
  return {
    config: nameOf(one.path),
    outcome,
    prompts,
    tests,
    assertions,
    left_out: listed('left_out'),
    replaced: listed('replaced'),
    notes: listed('noted'),
    blocked_by: blocks,
    code,
    reason: blocks.length === 0 ? null : blocks.map(({ what, reason }) => `${what}: ${reason}`).join('; '),
  };
}
