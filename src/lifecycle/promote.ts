import { join } from 'node:path';
import { EvaError } from '#errors/index.js';
import { newMeta, setStatus } from '#library/set-status.js';
import type { Case } from '#model/case.js';
import type { Problem } from '#model/problem.js';
import type { Prompt, Status } from '#model/prompt.js';
import type { EvidenceDigests } from '#model/run/run.js';
import { writeAtomically } from '#store/files/atomic-write.js';
import { readRegular } from '#store/files/regular-file.js';
import { appendPromotion, readUsageRows } from '#store/logs/prompt-logs.js';
import { latestFullRun } from './full-run.js';
import { inputsByVariant } from './gates/by-variant.js';
import type { Gate, VariantFiles } from './gates/gate.js';
import { decideGates, nextStatus } from './gates/gates.js';
import { readEvidence } from './read-evidence.js';

export interface PromoteInput {
  readonly root: string;
  readonly prompt: Prompt;
  /** The cases in the current files. */
  readonly cases: readonly Case[];
  /** Runs doctor on the prompt and its library. */
  readonly problems: () => readonly Problem[];
  /** The digests of the current files; null if the prompt has no readable cases. */
  readonly evidenceNow: EvidenceDigests | null;
  /** The variants, each of which must pass; absent for a prompt without variants. */
  readonly variants?: readonly VariantFiles[];
  /** True to promote even if gates are unmet. The row records this. */
  readonly force: boolean;
  /** True to decide without writing anything. */
  readonly check: boolean;
  readonly now: Date;
  readonly eva_version: string;
}

export interface Promotion {
  readonly from: Status;
  /** The next status; null if the prompt is already `ready`. */
  readonly to: Status | null;
  readonly gates: readonly Gate[];
  /** True if every gate is met, or if `force` was set. */
  readonly allowed: boolean;
  /** True if gates were unmet and `force` was set. */
  readonly forced: boolean;
  /** True if meta.yml was changed or created. */
  readonly promoted: boolean;
}

/**
 * Decides the gates of a prompt. If they are met or forced, appends a row to `.promotions.jsonl`, then changes or creates meta.yml; in this order
 * every status has its row. Throws EVA_DISK, EVA_ODD_FILE, EVA_LOG_TOO_LARGE, and the problems of a meta.yml that cannot be edited.
 */
export function promote(input: PromoteInput): Promotion {
  const { root, prompt, force, check } = input;
  const evidence = readEvidence(root);
  const decided = { ...input, ...evidence, usage: readUsageRows(prompt.dir) };
  const gates = decideGates(decided);
  const from = prompt.status;
  const to = nextStatus(from);
  const unmet = [...new Set(gates.filter((gate) => !gate.met).map((gate) => gate.gate))];
  const forced = to !== null && unmet.length > 0 && force;
  const allowed = to !== null && (unmet.length === 0 || force);
  if (!allowed || check) return { from, to, gates, allowed, forced, promoted: false };
  const { now, eva_version } = input;
  const changed = changedMeta(input, to);
  const ts = now.toISOString();
  const consultedRuns = inputsByVariant(decided).map(({ variant, evidenceNow, runs }) => ({
    ...(variant !== undefined && { variant }),
    run_id: consulted(gates) ? (latestFullRun(prompt.id, runs)?.run_id ?? null) : null,
    evidence: evidenceNow,
  }));
  const [{ run_id, evidence: promoted } = noRun] = consultedRuns;
  const variants = input.variants && { variants: consultedRuns };
  const row = { ts, from, to, forced, unmet, run_id, evidence: promoted, ...variants, eva_version };
  writeAtomically(metaPath(prompt), changed, undefined, () => appendPromotion(prompt.dir, row));
  return { from, to, gates, allowed, forced, promoted: true };
}

const noRun = { run_id: null, evidence: null };

function consulted(gates: readonly Gate[]): boolean {
  return gates.some((gate) => gate.gate === 'eval');
}

const maxMetaBytes = 1024 * 1024;

function metaPath(prompt: Prompt): string {
  return join(prompt.dir, 'meta.yml');
}

/** Returns meta.yml with the new status and date, or a new one for a prompt without it. Keeps its byte order mark. */
function changedMeta({ prompt, now }: PromoteInput, status: Exclude<Status, 'draft'>): string {
  const bytes = readRegular(metaPath(prompt), maxMetaBytes);
  const updated = now.toISOString().slice(0, 10);
  if (bytes === null) return newMeta({ status, updated });
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const edited = setStatus(text, `prompts/${prompt.id}/meta.yml`, { status, updated });
  if (edited.value === null) throw new EvaError(edited.problems);
  return edited.value;
}
