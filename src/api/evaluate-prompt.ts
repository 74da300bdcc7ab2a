import { basename, dirname, isAbsolute, sep } from 'node:path';
import { findRoot } from '#library/root.js';
import type { Budget } from '#model/config.js';
import { isObject } from '#model/data/json.js';
import { evaError } from '#model/problem.js';
import { short } from '#model/text/quoted.js';
import { userIn } from '#run/prompt/user.js';
import { evaluablePrompts, evaluatePrompts } from '#run/session/evaluate-prompts.js';
import { runSettingsOf } from '#run/session/run-options.js';
import { keepRunsIn, requireRunsFolder } from '#store/run/runs-folder.js';
import { type Fields, fieldProblems, wrongType } from './builder.js';
import { errorOf, inOptions, withAllProblems } from './error-texts.js';
import type { EvaluateOptions, WorldOptions } from './options.js';
import { LibraryResult, PromptResult } from './prompt-result.js';
import { clashes } from './read-options.js';
import { openWorld, reportCommand } from './world.js';

/** Options of `evaluateLibrary` and `evaluatePrompt`. They have the same meaning as the flags of `eva eval`. */
export interface LibraryOptions extends EvaluateOptions, WorldOptions {
  /** The directory with `prompts/`. Default: `EVA_ROOT`, or the nearest parent directory that has it. */
  readonly root?: string | undefined;
  /** True to skip the judge if a check has failed. `run`: each run also ends with its first case that cannot pass any more. */
  readonly fail_fast?: boolean | 'run' | undefined;
  /** Limits that override those of eva.yml. */
  readonly budget?: Budget | undefined;
  /** Whether to use the cache. Default: the setting in eva.yml. */
  readonly cache?: boolean | undefined;
  readonly record?: boolean | undefined;
  readonly replay?: boolean | undefined;
  /** False to start a new run even if the last run of the same files and options is unfinished. */
  readonly resume?: boolean | undefined;
  /** True to run programs that the user has not trusted with `eva trust`. */
  readonly trust?: boolean | undefined;
}

/** Options of `evaluatePrompt`. */
export interface PromptOptions extends LibraryOptions {
  /** The names of the cases to run. Default: all. A run of some cases does not count for promotion. */
  readonly cases?: readonly string[] | undefined;
  /** The number of items of each data set to ask, from the beginning of its seeded order. Such a run does not count for promotion. */
  readonly items?: number | undefined;
  /** The ids of the only items to ask. Not with `items`. */
  readonly item?: string | readonly string[] | undefined;
  /** Names of variants of `defaults.models`, or models that replace those under test. Default: all variants. */
  readonly models?: readonly string[] | undefined;
  /** The prompt whose cases replace those of this one. Such a run does not count for promotion. */
  readonly cases_of?: string | undefined;
  /** True to show the replies of the cases without judging them: no checks, no judge, no row. Its replies open no gate. */
  readonly look?: boolean | undefined;
}

const atFiles = { readsFiles: true };

const libraryFields: Fields<LibraryOptions> = {
  root: { is: 'a text', isPath: true },
  allow_underpowered: { is: 'true or false' },
  fail_fast: { is: 'true, false or "run"' },
  budget: { is: 'an object' },
  cache: { is: 'true or false' },
  record: { is: 'true or false' },
  replay: { is: 'true or false' },
  resume: { is: 'true or false' },
  trust: { is: 'true or false' },
  signal: { is: 'an AbortSignal' },
  onEvent: { is: 'a function' },
  cwd: { is: 'a text', isPath: true },
  env: { is: 'an object' },
};

const promptFields: Fields<PromptOptions> = {
  ...libraryFields,
  cases: { is: 'a list of texts' },
  items: { is: 'a whole number from 1' },
  item: { is: 'a text or a list of texts' },
  models: { is: 'a list of texts' },
  cases_of: { is: 'a text' },
  look: { is: 'true or false' },
};

const budgetFields: Fields<Budget> = {
  max_calls: { is: 'a whole number from 0' },
  max_cost_usd: { is: 'a number from 0' },
};

/**
 * Evaluates a prompt of a library, by its id or its folder, as `eva eval` does: with its row, its attempt and its run folder, so that the
 * result counts for promotion. Rejects with `EvaError` for wrong input, for a prompt with several variants of which `models` does not name
 * one, and for failures of network or disk, and with the signal's reason.
 */
export function evaluatePrompt(idOrFolder: string, options: PromptOptions = {}): Promise<PromptResult> {
  return withAllProblems(async () => {
    const { root, id } = checkedPlace('evaluatePrompt', idOrFolder, options);
    const [only] = await evaluate(root, [id], options, { isOne: true });
    if (!only) throw new Error('a prompt was evaluated and has no result');
    return only;
  }, atFiles);
}

/**
 * Evaluates a prompt with each of its variants from one pool of calls: with those of its files, or those that `models` names. The result has a
 * `PromptResult` for each. Rejects as `evaluatePrompt` does.
 */
export function evaluateVariants(idOrFolder: string, options: PromptOptions = {}): Promise<LibraryResult> {
  return withAllProblems(async () => {
    const { root, id } = checkedPlace('evaluateVariants', idOrFolder, options);
    return new LibraryResult(await evaluate(root, [id], options));
  }, atFiles);
}

function checkedPlace(name: string, idOrFolder: string, options: PromptOptions) {
  if (typeof idOrFolder !== 'string')
    throw errorOf([wrongType('idOrFolder', 'the id or the folder of a prompt', { file: name })]);
  checkOptions(options, promptFields, `the second argument of ${name}`);
  return placeOf(idOrFolder, options);
}

/** Evaluates every prompt of a library that has an eval.yml, all from one pool of calls. Rejects as `evaluatePrompt` does. */
export function evaluateLibrary(options: LibraryOptions = {}): Promise<LibraryResult> {
  return withAllProblems(async () => {
    checkOptions(options, libraryFields, 'the argument of evaluateLibrary');
    const root = rootOf(options.root, options);
    return new LibraryResult(await evaluate(root, evaluablePrompts(root), options));
  }, atFiles);
}

function checkOptions(options: unknown, fields: Fields<PromptOptions> | Fields<LibraryOptions>, file: string): void {
  const budget: unknown = isObject(options) ? options['budget'] : undefined;
  const problems = [
    ...fieldProblems(options, fields, file),
    ...(isObject(budget) ? fieldProblems(budget, budgetFields, `"budget" of ${file}`) : []),
    ...clashes(options, file),
  ];
  if (problems.length > 0) throw errorOf(problems);
}

async function evaluate(
  root: string,
  prompts: readonly string[],
  options: PromptOptions,
  { isOne = false }: { readonly isOne?: boolean } = {},
): Promise<readonly PromptResult[]> {
  const { cases: only = [], models = [], cases_of: casesOf, cache, trust, resume, ...flags } = options;
  const ids = [options.item ?? []].flat();
  const items = options.items !== undefined ? { first: options.items } : ids.length === 0 ? undefined : { ids };
  const world = openWorld(options);
  const signal = options.signal ?? new AbortController().signal;
  signal.throwIfAborted();
  const { allow_underpowered: allowUnderpowered, fail_fast: failFast } = flags;
  const asked = {
    ...{ root, env: world.env, user: userIn(world), only, models, casesOf, items, cache, trust },
    ...{ isOne, allowShortBudget: true, replacesBudget: true, resume: resume !== false },
    manner: runSettingsOf({ ...flags, allowUnderpowered, failFast }),
  };
  const control = { stop: signal, signal, onEvent: options.onEvent ?? (() => {}) };
  const runs = await evaluatePrompts(prompts, asked, control);
  return runs.map((promptRun) => {
    const warnings = promptRun.warnings.map((warning) => inOptions(warning, atFiles));
    return new PromptResult({ ...promptRun, warnings }, reportCommand(promptRun.result.run_id, root));
  });
}

/** Treats a text with a path separator as the folder of a prompt, and any other as an id. */
function placeOf(idOrFolder: string, options: PromptOptions): { readonly root: string; readonly id: string } {
  const isFolder = isAbsolute(idOrFolder) || idOrFolder.includes('/') || idOrFolder.includes(sep);
  if (!isFolder) return { root: rootOf(options.root, options), id: idOrFolder };
  const path = openWorld(options).path(idOrFolder);
  const prompts = dirname(path);
  if (basename(prompts) !== 'prompts')
    throw evaError('EVA_BAD_VALUE:no_prompt_folder', `${short(path)} is not the folder of a prompt`, {
      hint: 'name a folder in prompts/ of a library, or give the id of a prompt',
    });
  return { root: rootOf(dirname(prompts), options), id: basename(path) };
}

/** Finds the library, and the folder of its runs, which must take new ones. */
function rootOf(flag: string | undefined, options: LibraryOptions): string {
  const { env, cwd, uid, path } = openWorld(options);
  const root = findRoot({ flag, env, cwd, uid });
  const { EVA_RUNS: runs } = env;
  keepRunsIn(root, runs ? path(runs) : null);
  requireRunsFolder(root);
  return root;
}
