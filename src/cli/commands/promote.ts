import { EvaError } from '#errors.js';
import { checkPromptId } from '#library/prompts.js';
import { gatherLibrary, gatherPrompt } from '#lifecycle/gather.js';
import { type Promotion, promote } from '#lifecycle/promote.js';
import { hasErrors } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { EvidenceDigests } from '#model/run.js';
import { version } from '#model/version.js';
import { gateWarnings, type PromotionView, renderGates } from '#report/gates.js';
import { jsonResult } from '#report/json.js';
import type { Io } from '../io.js';
import { openCommand } from '../open-command.js';

export interface PromoteOptions {
  readonly root?: string;
  readonly check?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** `eva promote <id>`: advances a prompt if its gates are met. Returns 0, or 1 if a gate is not. */
export async function promoteCommand(id: string, options: PromoteOptions, io: Io): Promise<number> {
  const { terminal, root } = await openCommand(io, options);
  const promotion = promote({
    root,
    ...readPrompt(root, id),
    force: options.force === true,
    check: options.check === true,
    now: new Date(),
    eva_version: version,
  });
  const view = toView(id, promotion);
  if (promotion.forced) terminal.err(gateWarnings(view.gates, terminal.errScreen));
  terminal.out(options.json ? jsonResult({ id, ...promotion }) : renderGates(view, terminal));
  return promotion.allowed ? 0 : 1;
}

/** A prompt without eval.yml has no evidence, which some steps do not ask for. Throws `EvaError` with all else that is wrong. */
function readPrompt(root: string, id: string): { prompt: Prompt; evidenceNow: EvidenceDigests | null } {
  checkPromptId(root, id);
  const { prompt, plan, problems } = gatherPrompt(gatherLibrary(root), id);
  const others = problems.filter(({ code }) => code !== 'EVA_NO_EVAL_FILE');
  if (!prompt || hasErrors(others)) throw new EvaError(problems);
  return { prompt, evidenceNow: plan?.evidence ?? null };
}

function toView(id: string, promotion: Promotion): PromotionView {
  const gates = promotion.gates.map((gate) => ({ ...gate, remedy: gate.remedy ?? '' }));
  return { ...promotion, id, gates };
}
