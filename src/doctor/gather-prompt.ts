import { join } from 'node:path';
import { namedPrograms } from '#library/programs.js';
import { promptDirProblem, recordingsFile } from '#library/prompts.js';
import { type LoadedCases, loadCases } from '#load/eval-file.js';
import { loadPrompt } from '#load/prompt.js';
import type { Case } from '#model/case.js';
import { hasErrors, type Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { RunPlan } from '#model/run.js';
import { planRun, refusals } from '#plan/plan-run.js';
import { usedPrograms } from '#plan/used-programs.js';
import { readRecordings } from '#store/recordings.js';
import type { LibraryContext, PromptContext } from './check.js';
import { collect } from './collect.js';
import { nothingConfigured } from './gather-library.js';
import { judgeTrust, type ProgramTrust } from './program-trust.js';

/** Reads all that one prompt consists of, each file once. What cannot be read is a problem of the prompt. */
export function gatherPrompt(id: string, library: LibraryContext): PromptContext {
  const odd = promptDirProblem(library.root, id);
  const found = odd ? { ...nothing, fileProblems: [odd] } : readFiles(id, library);
  return { id, library, metaFile: `prompts/${id}/meta.yml`, bodyFile: `prompts/${id}/prompt.xml`, ...found };
}

type Found = Pick<PromptContext, 'prompt' | 'cases' | 'plan' | 'programs' | 'fileProblems'>;

const nothing: Found = { prompt: null, cases: [], plan: null, programs: [], fileProblems: [] };

function readFiles(id: string, library: LibraryContext): Found {
  const { root, config } = library;
  const problems: Problem[] = [];
  const loaded = loadPrompt(root, id);
  const read = loadCases(root, loaded.value ?? { id }, config);
  problems.push(...loaded.problems, ...read.problems);
  const cases = read.value?.cases ?? [];
  const programs = programsOf(loaded.value, cases, library);
  const plan = planOf(loaded.value, read.value, programs, library, problems);
  const recordings = collect(problems, null, () => readRecordings(join(root, 'prompts', id), recordingsFile(id)));
  problems.push(...(recordings?.problems ?? []));
  return { prompt: loaded.value, cases, plan, programs, fileProblems: problems };
}

/** The programs of the prompt's checks. The providers of eva.yml are looked at once for the whole library, not once a prompt. */
function programsOf(prompt: Prompt | null, cases: readonly Case[], library: LibraryContext): readonly ProgramTrust[] {
  const { root, trust } = library;
  return judgeTrust(root, namedPrograms(root, prompt, cases, nothingConfigured), trust);
}

/** Plans a run if there is nothing against it; what there is joins `problems`. */
function planOf(
  prompt: Prompt | null,
  loaded: LoadedCases | null,
  programs: readonly ProgramTrust[],
  library: LibraryContext,
  problems: Problem[],
): RunPlan | null {
  const config = library.config?.config;
  if (!loaded || !config) return null;
  const { cases, asked_for } = loaded;
  if (!prompt || hasErrors(problems)) {
    problems.push(...refusals({ cases, config, asked_for }));
    return null;
  }
  const named = [...programs, ...library.programs].map((one) => one.program);
  const used = usedPrograms(named, cases, config);
  const planned = planRun({ prompt, cases, config, asked_for, programs: used, only: [] });
  problems.push(...planned.problems);
  return planned.value;
}
