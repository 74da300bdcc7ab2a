import { dirname, join } from 'node:path';
import { problem } from '#errors/index.js';
import type { Case } from '#model/case.js';
import { type CheckSpec, innerChecks, type ModuleUse, moduleCheckValue, moduleUse } from '#model/grader.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import { nearest } from '#model/text/nearest.js';
import { quoted, short } from '#model/text/quoted.js';
import type { CommandLine } from '../programs.js';
import { type ModuleFiles, readModuleFiles } from './module-files.js';

/** A function that a case names, in a check or in `extract`. */
interface NamedFunction extends ModuleUse {
  readonly case: string;
  readonly at: Place | undefined;
}

/**
 * Reads the modules that the cases of a prompt name, each once, with all files that they import. Problems: EVA_UNTRUSTABLE at each import
 * that trust cannot cover, EVA_BAD_CHECK for a function that its module does not export.
 */
export function readCaseModules(promptDir: string, cases: readonly Case[]): Loaded<readonly CommandLine[]> {
  const named = cases.flatMap(functionsOf);
  const modules = new Map<string, ModuleFiles>();
  const programs: CommandLine[] = [];
  const problems: Problem[] = [];
  for (const one of named) {
    const known = modules.get(one.file);
    const module = known ?? readModuleFiles(dirname(dirname(promptDir)), join(promptDir, one.file));
    if (!known) {
      modules.set(one.file, module);
      problems.push(...module.problems);
      programs.push(programOf(one, promptDir, module));
    }
    if (module.exports && !module.exports.includes(one.name)) problems.push(noExport(one, module.exports));
  }
  return { value: programs, problems };
}

/** Returns the program that loads a module. Its `argv` is the path of the module relative to the prompt's folder. */
function programOf({ case: name, file, at }: NamedFunction, cwd: string, module: ModuleFiles): CommandLine {
  const { files, readers } = module;
  return { kind: 'module', name, argv: [file], cwd, files, ...(readers.length > 0 && { readers }), ...(at && { at }) };
}

function noExport({ file, name, at }: NamedFunction, exports: readonly string[]): Problem {
  const meant = nearest(name, exports) ?? null;
  return problem('EVA_BAD_CHECK:no_export', `${short(file)} does not export ${quoted(name)}`, {
    hint:
      meant !== null
        ? `did you mean "${short(meant)}"?`
        : exports.length === 0
          ? `write in ${short(file)}: export function ${short(name)}(response) { … }`
          : `it exports ${exports.slice(0, 8).map(short).join(', ')}`,
    at,
  });
}

function functionsOf(testCase: Case): readonly NamedFunction[] {
  return testCase.expectations.flatMap(({ grader, at }) => {
    if (grader.grader !== 'trial_passes') return [];
    const { checks, extract, extract_at } = grader.params;
    const place = at ?? testCase.at;
    const found = checks
      .flatMap(innerChecks)
      .flatMap((spec) => usesOf(spec).map(({ use, at: own }) => ({ use, at: own ?? place })));
    const all = [...found, ...useOfExtract(extract).map((use) => ({ use, at: extract_at ?? place }))];
    return all.flatMap(({ use, at }) => {
      const parts = moduleUse(use);
      return parts ? [{ ...parts, case: testCase.name, at }] : [];
    });
  });
}

function usesOf(spec: CheckSpec): readonly { readonly use: string; readonly at: Place | undefined }[] {
  const { op, value, extract, at, extract_at } = spec;
  const own = op === 'module' ? [{ use: moduleCheckValue(value)?.use ?? '', at }] : [];
  return [...own, ...useOfExtract(extract).map((use) => ({ use, at: extract_at ?? at }))];
}

function useOfExtract(extract: CheckSpec['extract']): readonly string[] {
  return typeof extract === 'object' && 'module' in extract ? [extract.module] : [];
}
