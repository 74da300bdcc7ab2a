import { findRoot } from '#library/root.js';
import { type Promotion, promote } from '#lifecycle/promote.js';
import { gateWarnings, type PromotionView, renderGates } from '#report/gates.js';
import { jsonResult } from '#report/json.js';
import type { Io } from '../io.js';
import { openPrompt, planOpenPrompt } from '../open-prompt.js';
import { openTerminal } from '../terminal.js';
import { version } from '../version.js';

export interface PromoteOptions {
  readonly root?: string;
  readonly check?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** `eva promote <id>`: advances a prompt if its gates are met. Returns 0, or 1 if a gate is not. */
export async function promoteCommand(id: string, options: PromoteOptions, io: Io): Promise<number> {
  const terminal = await openTerminal(io);
  const root = findRoot({ flag: options.root, env: io.env, cwd: io.cwd() });
  const open = openPrompt(root, id);
  const promotion = promote({
    root,
    prompt: open.prompt,
    evidenceNow: planOpenPrompt(open, []).evidence,
    force: options.force === true,
    check: options.check === true,
    now: new Date(),
    eva_version: version,
  });
  const view = toView(id, promotion);
  if (promotion.forced) terminal.err(gateWarnings(view.gates, { paint: terminal.errPaint, width: terminal.width }));
  terminal.out(options.json ? jsonResult({ id, ...promotion }) : renderGates(view, terminal));
  return promotion.allowed ? 0 : 1;
}

function toView(id: string, promotion: Promotion): PromotionView {
  const gates = promotion.gates.map((gate) => ({ ...gate, remedy: gate.remedy ?? '' }));
  return { ...promotion, id, gates };
}
