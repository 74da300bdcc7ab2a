import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { CompareRule } from '#model/pairs/compare-rule.js';
import type { Problem } from '#model/problem.js';
import { EvaError, evaError, problem } from '#model/problem.js';
import type { EvidenceDigests } from '#model/run/run.js';
import { flagWords, promptWord, quoted, short } from '#model/text/quoted.js';
import type { BadLine } from '#store/files/jsonl.js';
import type { CompareLog } from '#store/logs/compare-log.js';
import type { PromotionRow } from '#store/logs/prompt-logs.js';
import { missingRubrics } from '../collect/write-rubrics.js';
import { programEvidence } from '../plan/evidence.js';
import { allowUnderpowered, type RunChoice } from '../plan/plan-run.js';
import { type OpenPrompt, openedFiles, openVariants } from '../prompt/open-prompt.js';
import { type PromptFiles, readPrompt } from '../prompt/read-prompt.js';
import { noPrompt, pairedSamples, type ReadVersion, readVersion, variantsOf } from '../prompt/read-version.js';
import { namesIn } from './compare-words.js';
import { type OpenSide, openSide, type SidesPlace } from './open-sides.js';
import type { Both } from './pair-case.js';

/**
 * Reads the new side with one variant, or with the model of `models`. At a git ref its programs must be those of the working tree, and its
 * rubrics complete. Throws all problems of the prompt, EVA_USAGE for several variants, EVA_NOT_COMPARABLE.
 */
export function openNewSide(
  side: OpenSide,
  choice: RunChoice,
  models: readonly string[],
  place: SidesPlace,
): OpenPrompt {
  const { library, id, label, ref } = side.version;
  if (!library.ids().includes(id)) throw new EvaError([noPrompt(id, label)]);
  const [first, ...more] = openVariants(library, id, choice, models);
  if (!first || more.length > 0) {
    const variants = first?.variants.map(({ name }) => name) ?? [];
    throw evaError(
      'EVA_USAGE:compare_variants',
      `${quoted(id)} has ${variants.length} variants, and a comparison is about one: ${namesIn(variants)}`,
      {
        hint: `name it: ${flagWords('--model', variants[0] ?? 'NAME')}; or compare two: ${variants
          .slice(0, 2)
          .map((name) => flagWords('--model', name))
          .join(' ')}`,
      },
    );
  }
  return ref === null ? first : ofCommit(first, side, place);
}

/** Returns the new side at a git ref: its runs and programs are in the working tree. */
function ofCommit(open: OpenPrompt, { version }: OpenSide, { root, tree }: SidesPlace): OpenPrompt {
  const { id, label, library } = version;
  if (missingRubrics(open.plan.cases).length > 0)
    throw evaError(
      'EVA_NOT_COMPARABLE:rubrics',
      `${short(label)} has behaviours without a rubric in rubrics.yml, and eva writes no file of a commit`,
      { hint: `check that commit out and write them: eva rubric ${promptWord(id)} --write` },
    );
  const { programs } = tree.ids().includes(id) ? readPrompt(tree, id, open.choice) : { programs: [] };
  const ofTree = [...programs, ...tree.programs];
  const matched = open.programs.map((program) => ({
    program,
    same: ofTree.find(
      (ofWorkingTree) =>
        ofWorkingTree.kind === program.kind &&
        isDeepStrictEqual(programEvidence(ofWorkingTree), programEvidence(program)),
    ),
  }));
  const different = matched.filter(({ same }) => same === undefined);
  if (different.length > 0)
    throw new EvaError(
      different.map(({ program }) =>
        problem(
          'EVA_NOT_COMPARABLE:program',
          `the cases of ${short(label)} use ${quoted(program.name)}, which differs from that of the working tree, and eva never starts a program of a commit`,
          { hint: 'check that commit out, or compare two runs: eva compare ID RUN RUN' },
        ),
      ),
    );
  return {
    ...atTree(open, root, id),
    programs: matched.flatMap(({ same }) => same ?? []),
    version_roots: [library.root],
  };
}

/** Returns a prompt whose run, recordings and programs are in the working tree. */
function atTree(open: OpenPrompt, root: string, id: string): OpenPrompt {
  return { ...open, root, prompt: { ...open.prompt, dir: join(root, 'prompts', id) } };
}

/**
 * Reads the old side: its body, meta.yml and models with the cases of the new side. `variant`: its variant or model; undefined for its only one.
 * `again`: the choice of the new side. Throws EVA_NOT_COMPARABLE with every problem.
 */
export function openOldSide(
  { a, b }: Both<OpenSide>,
  { opened, variant }: { readonly opened: OpenPrompt; readonly variant: string | undefined },
  again: RunChoice,
  { root }: SidesPlace,
): OpenPrompt {
  const { id, library } = b.version;
  const asked = { cases: opened.cases, dir: join(library.root, 'prompts', opened.cases_id) };
  const read = readVersion(a.version, { variant }, asked);
  const prompt = { ...read.prompt, dir: join(root, 'prompts', a.version.id) };
  const { variant: chosen } = opened.choice;
  const version = { prompt, settingsOf: read.settingsOf };
  const files = readPrompt(library, id, { ...again, ...(chosen && { variant: chosen }), version });
  const open = openedFiles(files);
  if (!open) throw unanswerable(files, a.name.label);
  const roots = [a.version.library.root, library.root].filter((path) => path !== root);
  return {
    ...atTree(open, root, a.version.id),
    programs: opened.programs,
    plan: {
      ...open.plan,
      ...(variant !== undefined && open.plan.variant && { variant: { ...open.plan.variant, variant } }),
    },
    sampleOf: pairedSamples(opened.datasets, files.datasets),
    ...(roots.length > 0 && { version_roots: roots }),
    problems: warningsOf(files.problems, read, a.name.label),
  };
}

function unanswerable({ problems }: PromptFiles, label: string): EvaError {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return new EvaError([
    problem(
      'EVA_NOT_COMPARABLE:unanswerable',
      `${short(label)} cannot answer these cases: ${errors.length === 1 ? 'a problem follows' : `${errors.length} problems follow`}`,
      { hint: 'give the inputs that both versions need, or leave these cases out: --case NAME' },
    ),
    ...errors,
  ]);
}

/** Returns the warnings of the old side: the inputs and models that it does not have. Others are those of the new side. */
function warningsOf(problems: readonly Problem[], { borrowed }: ReadVersion, label: string): readonly Problem[] {
  const left = problems.flatMap(({ code, variant, fix }) =>
    code === 'EVA_UNKNOWN_INPUT' && variant === 'left_out' ? (fix as { readonly names: readonly string[] }).names : [],
  );
  const warnings = [
    ['left_out_inputs', 'does not declare the inputs', left, 'it is asked without them'],
    ['borrowed_models', 'names no model for', borrowed(), 'it is asked with the model of the other side'],
  ] as const;
  return warnings.flatMap(([variant, lacks, names, hint]) =>
    names.length === 0
      ? []
      : [
          problem(`EVA_NOT_COMPARABLE:${variant}`, `${short(label)} ${lacks} ${namesIn(names)}`, {
            ...{ hint, severity: 'warning' },
          }),
        ],
  );
}

/**
 * Returns the variant with which the old side is read: that of the new side if both have it, the only one of a side without variants, or the
 * model that replaces all. Throws EVA_NOT_COMPARABLE.
 */
export function variantOfOldSide({ version, name }: OpenSide, opened: OpenPrompt): string | undefined {
  const chosen = opened.choice.variant?.variant;
  if (opened.variant === null && chosen !== undefined) return chosen;
  const variants = variantsOf(version);
  const isWithout = opened.variant === null ? variants.length < 2 : variants.length === 0;
  if (isWithout) return undefined;
  if (opened.variant !== null && variants.includes(opened.variant)) return opened.variant;
  const other = opened.variant === null ? 'no variants' : quoted(opened.variant);
  throw evaError(
    'EVA_NOT_COMPARABLE:variant',
    `${short(name.label)} has the variants ${namesIn(variants)}, and the other side has ${other}`,
    { hint: 'name a variant of both: --model NAME; or evaluate both and compare their runs: eva compare ID RUN RUN' },
  );
}

/** Adds what the prompt or git ref of `compare:` has now as A for each of these variants. Starts git only if there is a comparison with the ref. */
export async function readAtRef(
  compared: ComparedInput,
  variants: readonly (string | undefined)[],
  place: SidesPlace,
): Promise<ComparedInput> {
  const { rule, log, baseline } = compared;
  const hasRow = log.rows.some(({ value }) => value.id === place.id && value.against === rule.against);
  if (baseline.kind === 'ready' || !hasRow) return compared;
  const b = await openSide({ kind: 'tree' }, place);
  const named = rule.against;
  const side =
    baseline.kind === 'ref' ? ({ kind: 'ref', ref: named } as const) : ({ kind: 'prompt', id: named } as const);
  const a = await openSide(side, place).catch(unreadFor);
  if ('unread' in a) return { ...compared, baseline: { ...baseline, at: () => a } };
  try {
    const byVariant = new Map(variants.map((variant) => [variant, versionAt({ a, b }, variant, place)]));
    return { ...compared, baseline: { ...baseline, at: (variant) => byVariant.get(variant) } };
  } finally {
    a.remove();
  }
}

function versionAt(sides: Both<OpenSide>, name: string | undefined, place: SidesPlace): VersionAtRef {
  const choice: RunChoice = { manner: allowUnderpowered, prices: { env: place.env } };
  try {
    const opened = openNewSide(sides.b, choice, name === undefined ? [] : [name], place);
    const variant = variantOfOldSide(sides.a, opened);
    return openOldSide(sides, { opened, variant }, choice, place).plan.evidence;
  } catch (error) {
    return unreadFor(error);
  }
}

/** The variants of EVA_GIT that say something about this clone, and nothing about the version. */
const absent = /^(?:missing_object|no_commit|no_git|no_repository|outside|ownership|shallow|unknown_ref)$/;

function unreadFor(error: unknown): Extract<VersionAtRef, { readonly unread: string }> {
  if (!(error instanceof EvaError)) throw error;
  const [first] = error.problems;
  return { unread: error.message, isAbsent: first?.code === 'EVA_GIT' && absent.test(first.variant ?? '') };
}

/** The comparison that a prompt needs for `ready`, and what the gate reads about it. */
export interface ComparedInput {
  readonly rule: CompareRule;
  readonly log: CompareLog;
  readonly baseline: Baseline;
}

/**
 * Facts about A of the needed comparison: the last promotion to `ready` (null before the first) with the unreadable lines, each of which could be a later one; the
 * current digest of another prompt (null if it cannot be read); a function that reads the prompt or git ref for a variant, absent where only the digest is compared and no git is started.
 */
export type Baseline =
  | { readonly kind: 'ready'; readonly last: PromotionRow | null; readonly bad: readonly BadLine[] }
  | ({ readonly kind: 'prompt'; readonly digest: string | null } & ReadableBaseline)
  | ({ readonly kind: 'ref' } & ReadableBaseline);

interface ReadableBaseline {
  readonly at?: (variant: string | undefined) => VersionAtRef | undefined;
}

/** A as the prompt or git ref has it now, with the cases of the files; or why this is not known: `isAbsent` if the clone does not have the ref. */
export type VersionAtRef =
  | Pick<EvidenceDigests, 'prompt' | 'models'>
  | { readonly unread: string; readonly isAbsent: boolean };
