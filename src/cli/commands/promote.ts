import { problemsIn } from '#doctor/fixes/fix-library.js';
import { readCompared } from '#gate/compare-gate.js';
import { type PromoteInput, promote } from '#gate/promote.js';
import { uniqueBy } from '#model/data/collections.js';
import { EvaError, hasErrors } from '#model/problem.js';
import { version } from '#model/version.js';
import { gateWarnings, renderGates } from '#report/commands/gates.js';
import { jsonResult } from '#report/formats/json-result.js';
import { readAtRef } from '#run/compare/open-versions.js';
import { type PromptFiles, readLibrary, readVariants } from '#run/prompt/read-prompt.js';

import type { Io } from '../io.js';
import { type CommonFlags, openCommand, promptOf } from '../open-command.js';
import { diagnose } from './doctor.js';

export interface PromoteOptions extends CommonFlags {
  readonly check?: boolean;
  readonly force?: boolean;
}

/** Runs `eva promote <id>`: promotes a prompt if its gates are met. Returns 0, or 1 if a gate is not met. */
export async function promoteCommand(word: string, options: PromoteOptions, io: Io): Promise<number> {
  const place = openCommand(io, options);
  const { terminal, root } = place;
  const id = promptOf(word, place);
  const promotion = promote({
    root,
    ...(await readPrompt(root, id, io.env)),
    problems: () => problemsIn(diagnose(root, [id], {}, io)),
    force: options.force === true,
    check: options.check === true,
    now: new Date(),
    eva_version: version,
  });
  const gates = promotion.gates.map((gate) => ({ ...gate, remedy: gate.remedy ?? '' }));
  const view = { ...promotion, id, gates };
  if (promotion.forced) terminal.err(gateWarnings(view.gates, terminal.errScreen));
  terminal.out(options.json ? jsonResult({ id, ...promotion }) : renderGates(view, terminal));
  return promotion.allowed ? 0 : 1;
}

/** Reads a prompt. eval.yml may be missing, because some promotions need no evidence. Throws `EvaError` with every other problem. */
async function readPrompt(
  root: string,
  id: string,
  env: Io['env'],
): Promise<Pick<PromoteInput, 'prompt' | 'cases' | 'evidenceNow' | 'variants' | 'compared'>> {
  const library = readLibrary(root);
  const read = readVariants(library, id, { prices: { env } });
  const problems = uniqueBy(read.flatMap((files) => files.problems));
  const otherProblems = problems.filter(({ code }) => code !== 'EVA_NO_EVAL_FILE');
  const [first] = read;
  if (!first?.prompt || hasErrors(otherProblems)) throw new EvaError(problems);
  const evidenceOf = ({ planRun, evidence }: PromptFiles) => (planRun && evidence ? evidence() : null);
  const variants = read.flatMap((files) =>
    files.variant === null ? [] : [{ variant: files.variant, cases: files.cases, evidenceNow: evidenceOf(files) }],
  );
  const { prompt, cases } = first;
  const { compared } = readCompared(library, first);
  const names = read.map(({ variant }) => variant ?? undefined);
  const place = { id, root, env, signal: new AbortController().signal, tree: library };
  return {
    prompt,
    cases,
    evidenceNow: evidenceOf(first),
    ...(variants.length > 0 && { variants }),
    ...(compared && { compared: await readAtRef(compared, names, place) }),
  };
}
