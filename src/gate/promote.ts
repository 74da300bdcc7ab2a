import { join } from 'node:path';
import { newMeta, setStatus, statusIn } from '#library/prompts.js';
import { EvaError } from '#model/problem.js';
import type { Prompt, Status } from '#model/prompt.js';
import { promptWord } from '#model/text/quoted.js';
import { latestFullRun } from '#run/attempts/full-run.js';
import { readEvidence } from '#run/attempts/kept-evidence.js';
import { checkReplaceable, writeAtomically } from '#store/files/atomic-write.js';
import { readRegular } from '#store/files/regular-file.js';
import { withLock } from '#store/locks.js';
import { appendPromotion, type PromotionRow, readPromotions, readUsageRows } from '#store/logs/prompt-logs.js';
import { type Gate, type GatesInput, inputsByVariant, unmet } from './gate.js';
import { decideGates, findingsOfGates, nextStatus } from './gates.js';
import { claimsOfCases } from './weaker-claims.js';

/** What the gates of a promotion read, but for the logs of the library and the prompt, which `promote` reads. */
export interface PromoteInput
  extends Pick<GatesInput, 'prompt' | 'cases' | 'problems' | 'evidenceNow' | 'variants' | 'compared' | 'now'> {
  readonly root: string;
  /** True to promote even if gates are unmet. The row records this. */
  readonly force: boolean;
  /** True to decide without writing anything. */
  readonly check: boolean;
  readonly eva_version: string;
}

export interface Promotion {
  readonly from: Status;
  /** The next status; null if the prompt is already `ready`. */
  readonly to: Status | null;
  readonly gates: readonly Gate[];
  /** True if every gate is met, or if `force` was set. Of a `ready` prompt only a check is allowed: its files have all the evidence. */
  readonly allowed: boolean;
  /** True if gates were unmet and `force` was set. */
  readonly forced: boolean;
  /** True if meta.yml was changed or created. */
  readonly promoted: boolean;
}

/**
 * Decides the gates of a prompt. If they are met or forced, appends a row to `.promotions.jsonl`, then changes or creates meta.yml; in this order
 * every status has its row. Promotes nothing if another process changed the status since the prompt was read. Throws EVA_DISK, EVA_ODD_FILE,
 * EVA_LOG_TOO_LARGE, and the problems of a meta.yml that cannot be edited.
 */
export function promote(input: PromoteInput): Promotion {
  const { root, prompt, force, check } = input;
  const evidence = readEvidence(root);
  const logs = { usage: readUsageRows(prompt.dir), promotions: readPromotions(prompt.dir) };
  const decided = { ...input, ...evidence, ...logs };
  const gates = decideGates(decided, check);
  const from = prompt.status;
  const to = nextStatus(from);
  const open = [...new Set(gates.filter((gate) => !gate.met).map((gate) => gate.gate))];
  const forced = to !== null && open.length > 0 && force;
  const allowed = open.length === 0 || (to !== null && force);
  if (!allowed || check || to === null) return { from, to, gates, allowed, forced, promoted: false };
  const { now, eva_version } = input;
  const ts = now.toISOString();
  const consultedRuns = inputsByVariant(decided).map(({ variant, evidenceNow, runs }) => ({
    ...(variant !== undefined && { variant }),
    run_id: gates.some((gate) => gate.gate === 'eval') ? (latestFullRun(prompt.id, runs)?.run_id ?? null) : null,
    evidence: evidenceNow,
  }));
  const [{ run_id, evidence: promoted } = noRun] = consultedRuns;
  const variants = input.variants && { variants: consultedRuns };
  const { weaker, failed_before } = findingsOfGates(decided);
  const findings = {
    claims: claimsOfCases(input.cases),
    ...(weaker.length > 0 && { weaker }),
    ...(failed_before.length > 0 && { failed_before }),
  };
  const row = { ts, from, to, forced, unmet: open, run_id, evidence: promoted, ...variants, ...findings, eva_version };
  const status = writePromotion(input, row);
  if (status !== from) return outrun(decided, status);
  return { from, to, gates, allowed, forced, promoted: true };
}

/**
 * Writes a promotion unless meta.yml no longer has the status that it begins with. Returns the status that meta.yml had. One process at a
 * time does this for a prompt. Creates not even a lock for a file that cannot be edited.
 */
function writePromotion({ prompt }: PromoteInput, row: PromotionRow): Status {
  const path = metaPath(prompt);
  checkReplaceable(path);
  const { status } = changedMeta(prompt, row);
  if (status !== row.from) return status;
  return withLock(path, () => {
    const { status, text } = changedMeta(prompt, row);
    if (status === row.from) writeAtomically(path, text, undefined, () => appendPromotion(prompt.dir, row));
    return status;
  });
}

/** Returns the decision for a prompt whose status another process changed. It takes no second step, which nobody asked for. */
function outrun(decided: GatesInput, status: Status): Promotion {
  const prompt = { ...decided.prompt, status };
  const to = nextStatus(status);
  const message = `the status of ${prompt.id} became ${status} while this command ran`;
  const remedy = `if it is to become ${to}: eva promote ${promptWord(prompt.id)}`;
  const gates = [...(to === null ? [] : [unmet('status', message, remedy)]), ...decideGates({ ...decided, prompt })];
  return { from: status, to, gates, allowed: false, forced: false, promoted: false };
}

const noRun = { run_id: null, evidence: null };

const maxMetaBytes = 1024 * 1024;

function metaPath(prompt: Prompt): string {
  return join(prompt.dir, 'meta.yml');
}

/**
 * Reads the status of meta.yml, and returns its text with the status and date of a promotion, or that of a new one for a prompt without it.
 * Keeps its byte order mark.
 */
function changedMeta(prompt: Prompt, row: PromotionRow): { readonly status: Status; readonly text: string } {
  const bytes = readRegular(metaPath(prompt), maxMetaBytes);
  const change = { status: row.to, updated: row.ts.slice(0, 10) };
  if (bytes === null) return { status: 'draft', text: newMeta(change) };
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const file = `prompts/${prompt.id}/meta.yml`;
  const edited = setStatus(text, file, change);
  if (edited.value === null) throw new EvaError(edited.problems);
  return { status: statusIn(text, file) ?? row.from, text: edited.value };
}
