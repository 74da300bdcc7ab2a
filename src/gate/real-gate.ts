import { orNull } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { NamedReplies, ReplySources } from '#model/reply/reply-sources.js';
import type { AttemptEnd } from '#model/run/attempt.js';
import { type Evidence, isSameEvidence, type RunResult } from '#model/run/run.js';
import { listNames } from '#model/text/quoted.js';
import { type AttemptLines, beginOf, isRedRun, isRowOf, lastEnds } from '#run/attempts/attempts.js';
import { type FullRun, latestFullRun } from '#run/attempts/full-run.js';
import { type KeptEvidence, readEvidence, rowSources } from '#run/attempts/kept-evidence.js';
import { type EvalGatesInput, evalRemedy, type Gate, met, unmet } from './gate.js';

type RealGateInput = KeptEvidence & Pick<EvalGatesInput, 'prompt' | 'variant'>;

/**
 * Decides whether models gave all replies of a recorded run: in this run, or in one earlier full run of the same files. If some were reused
 * and others requested, the earlier run must have passed: eva keeps no refused, cut or empty replies, so the run would otherwise repeat only
 * the failures.
 */
export function realGate(latest: FullRun, input: RealGateInput): Gate {
  const { evidence, name } = latest;
  const flaw = evidence ? flawOfReplies(latest, evidence, input) : null;
  if (flaw === null)
    return met('real', `${answererText(latest)}, ${originOf(rowSources(latest.row))}${besidesText(latest)}`);
  return unmet('real', `${name} ${flaw.why}`, evalRemedy(input) + (flaw.remedy ?? askAgain));
}

/** Decides whether no person wrote a reply of a run, which shows nothing of a prompt. */
export function writtenGate(latest: FullRun, evidence: Evidence, input: RealGateInput): Gate {
  if (!isSynthetic(latest, evidence)) return met('real', `${answererText(latest)}${besidesText(latest)}`);
  return unmet('real', `${latest.name} ${synthetic.why}`, evalRemedy(input) + synthetic.remedy);
}

/** Decides whether only the providers' own servers took a model's place, if the prompt asks for that. */
export function serversGates(latest: FullRun, input: RealGateInput): readonly Gate[] {
  if (input.prompt.promotion.servers !== 'official') return [];
  const sources = rowSources(latest.row);
  const servers = sources && othersIn(sources);
  if (servers?.length === 0) return [met('servers', `no other server than the providers' own answered ${latest.name}`)];
  const why = servers ? `has replies from ${listNames(servers)}` : 'has a row that does not say who answered';
  const remedy = `${evalRemedy(input)}${askAgain}, with models of a provider and without another address in eva.yml or the environment`;
  return [unmet('servers', `${latest.name} ${why}, and promotion.servers is official`, remedy)];
}

/** Names the servers that are not the providers' own, and the programs, that took a model's place. */
export function othersIn({ servers = [], programs = [] }: ReplySources): readonly string[] {
  return [...servers.map(hostOf), ...programs.map(({ name }) => `the program ${name}`)];
}

/** Says who answered a run, as far as its row says so: `every reply of run X was answered by the program bot.mjs`. */
function answererText({ name, row }: FullRun): string {
  const sources = rowSources(row);
  const { servers = [], programs = [], applications = [] } = sources ?? {};
  const answered = [
    ...[...applications, ...programs].map((source) => ({
      ...source,
      by: `answered by the program ${source.name.slice(0, 60)}`,
    })),
    ...servers.map((source) => ({ ...source, by: `from ${hostOf(source)}` })),
  ];
  if (!sources || answered.length === 0) return `every reply of ${name} came from a model`;
  const all = sources.asked + sources.unnamed + sources.runs.reduce((sum, { replies }) => sum + replies, 0);
  const others = all - answered.reduce((sum, { replies }) => sum + replies, 0);
  const [only] = answered;
  if (only && answered.length === 1 && others <= 0)
    return `every reply of ${name} ${only.by.startsWith('from') ? 'came' : 'was'} ${only.by}`;
  const parts = [...answered, ...(others > 0 ? [{ replies: others, by: 'from a model' }] : [])];
  return `the replies of ${name}: ${parts.map(({ replies, by }) => `${replies} ${by}`).join(', ')}`;
}

function hostOf({ name }: NamedReplies): string {
  return name.replace(/^https?:\/\//, '').slice(0, 60);
}

/** Names the retried calls of a run and the variables that its programs got, as the end of a sentence; empty without either. */
function besidesText({ row }: FullRun): string {
  const { retried = 0, variables = [] } = rowSources(row) ?? {};
  return [
    ...(retried > 0 ? [`; ${retried} ${retried === 1 ? 'call was' : 'calls were'} retried`] : []),
    ...(variables.length > 0 ? [`; its programs got ${listNames(variables)}`] : []),
  ].join('');
}

function originOf(sources: ReplySources | null): string {
  const [source] = sources?.runs ?? [];
  if (!sources || !source || sources.asked === 0) return 'in one whole run';
  return `${source.replies} of them in run ${source.run_id}, which passed`;
}

/** The usual end of the remedy: with `cache: true` in eva.yml, a plain run would reuse the same replies, and change nothing. */
const askAgain = ' --no-cache';

const synthetic = {
  why: 'used synthetic replies: a person wrote them, not a model',
  remedy: ' with a key, so that a model is asked',
} as const;

/** Returns true if a person wrote a reply of a run. */
export function isSynthetic({ row }: FullRun, evidence: Evidence): boolean {
  return evidence.synthetic || (rowSources(row)?.synthetic ?? 0) > 0;
}

/** Returns why models did not give all replies of a run in one whole run, with the end of the remedy if it is not the usual one; null if they did. Its evidence is that of its row. */
export function flawOfReplies(
  latest: FullRun,
  evidence: Evidence,
  input: Pick<KeptEvidence, 'runs' | 'attempts' | 'folders'>,
): { readonly why: string; readonly remedy?: string } | null {
  const lines = input.attempts.rows;
  const sources = rowSources(latest.row);
  if (isSynthetic(latest, evidence)) return synthetic;
  if (!sources) return { why: 'has a row that does not say where its replies came from' };
  if (sources.unnamed > 0) return { why: `used ${sources.unnamed} kept replies that name no run` };
  const [source] = sources.runs;
  if (!source) return null;
  const count = sources.runs.length + sources.more_runs;
  if (count > 1) return { why: `used kept replies of ${count} runs, and somebody may have chosen the best` };
  const from = `used kept replies of run ${source.run_id}`;
  if (wholeRun(source.run_id, evidence, lines) !== 'full')
    return { why: `${from}, which .attempts.jsonl does not note as a whole run of these files` };
  if (!isPassOrFail(lastEnds(lines).get(source.run_id))) return { why: `${from}, which is not finished` };
  if (sources.asked === 0 || !isRedRun(source.run_id, evidence, input)) return null;
  const asked = `asked models for the other ${sources.asked}: refused, cut and empty replies are never kept`;
  return { why: `${from}, which did not pass, and ${asked}` };
}

/** Returns how a row differs from what `.attempts.jsonl` notes of its run; null if it does not, or if the row names no files. */
export function flawOfNotes({ run_id, evidence, row }: FullRun, lines: AttemptLines): string | null {
  if (!evidence) return null;
  if (wholeRun(run_id, evidence, lines) === null)
    return 'is not noted in .attempts.jsonl as a whole run of these files';
  const end = lastEnds(lines).get(run_id ?? '');
  if (!end || !isPassOrFail(end)) return 'is not finished by .attempts.jsonl';
  return isRowOf(end, row, lines) ? null : 'has another row or begin line than .attempts.jsonl noted at its end';
}

function isPassOrFail(end: AttemptEnd | undefined): boolean {
  return end?.outcome === 'passed' || end?.outcome === 'failed';
}

/** Returns the kind of a recorded full run or replay on this evidence; null for any other run. */
export function wholeRun(runId: string | null, evidence: Evidence, lines: AttemptLines): 'full' | 'replay' | null {
  const begin = beginOf(runId, lines);
  if (!begin || !isSameEvidence(begin.evidence, evidence)) return null;
  return begin.kind === 'full' || begin.kind === 'replay' ? begin.kind : null;
}

/**
 * Returns why a full run that passed is not enough for `ready` because of the kept replies that it used, with the command that helps. Returns
 * null if it is enough, for any other run, for a run without a row, and if the evidence of the library cannot be read.
 */
export function whyNotReady(root: string, prompt: Prompt, result: RunResult): string | null {
  const { all_passed, partial, override, shard, sources, evidence, run_id, variant } = result;
  const isFull = all_passed && !partial && override !== true && shard === null && !evidence.synthetic;
  if (!isFull || !sources || sources.runs.length + sources.unnamed === 0) return null;
  const kept = orNull(() => readEvidence(root));
  const rows = kept?.runs.rows.filter(({ value }) => value['run_id'] === run_id) ?? [];
  const run = latestFullRun(prompt.id, { rows, bad: [] });
  if (!kept || !run) return null;
  const { met, message, remedy } = realGate(run, { ...kept, prompt, ...(variant !== undefined && { variant }) });
  return met ? null : `${message}; ${remedy}`;
}
