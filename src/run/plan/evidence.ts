import { isDeepStrictEqual } from 'node:util';
import { refusalTemplateVersion } from '#grade/checks/refuses.js';
import { behaviorTemplateVersion } from '#grade/judging/behavior.js';
import { judgeTemplateVersion, referenceTemplateVersion, usesReference } from '#grade/judging/judge.js';
import { showsMessagesOrCalls, turnTemplateVersion } from '#grade/judging/turn-data.js';
import { type App, type Case, modelUnderTest, type PromptSubject, type Subject } from '#model/case.js';
import type { LibraryConfig, Price } from '#model/config.js';
import { uniqueBy, unreachable } from '#model/data/collections.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import type { Dataset } from '#model/dataset.js';
import {
  checksOfGrader,
  embeddingCheck,
  type Grader,
  innerChecks,
  judgedChecks,
  type PassConditions,
  rubricsOf,
} from '#model/grader.js';
import type { Body } from '#model/prompt.js';
import type { ModelAsker, ModelRole } from '#model/reply/reply-sources.js';
import type { EvidenceDigests } from '#model/run/run.js';
import type { BehaviorJudge, CriterionSpec, JudgeSettings, ModelSettings } from '#model/settings.js';
import { bodyDigest, fileWithoutPath, withoutPaths } from '#model/text/body.js';
import { priceByName, routeOf } from '#provider/model-name.js';
import { userTemplateVersion } from '#subject/simulated-user.js';

export interface EvidenceInput {
  readonly body: Body;
  /** All cases of the prompt, even if a run selects only some. */
  readonly cases: readonly Case[];
  readonly config: LibraryConfig;
  readonly programs: readonly ProgramEvidence[];
}

/** Returns the digests that tie a run to its files. Comments, the order of keys and line numbers do not change them. */
export function evidenceDigests({ body, cases, config, programs }: EvidenceInput): EvidenceDigests {
  const digest = (data: unknown) => sha256(canonicalJson(data));
  const checks = programs.filter(({ kind }) => kind === 'check' || kind === 'module');
  const subjects = cases.flatMap(subjectModelsOf);
  const apps = cases.flatMap((testCase) => appEvidence(testCase, programs));
  const graders = cases.flatMap(({ expectations }) => expectations.map(({ grader }) => grader));
  const behaviors = graders.flatMap((grader) => (grader.grader === 'expected_behavior' ? [grader.params] : []));
  const judges = cases.flatMap(judgesOf);
  const pricedModels = cases.filter(decidesCost).map(({ subject }) => modelUnderTest(subject)?.model ?? null);
  return {
    prompt: bodyDigest(body),
    cases: digest({ cases: cases.map(caseEvidence), programs: checks.map(programEvidence) }),
    judge: digest({
      template: judgeTemplateVersion,
      judges: judges.map(withoutPlace),
      ...(graders.some((grader) => judgesOfChecks(grader).length > 0) && { refusal_template: refusalTemplateVersion }),
      ...(usesReference(cases) && { reference_template: referenceTemplateVersion }),
      ...(showsMessagesOrCalls(cases, body) && { turn_template: turnTemplateVersion }),
      ...(behaviors.length > 0 && {
        behavior_template: behaviorTemplateVersion,
        rubrics: behaviors.map(({ rubric }) => rubric),
      }),
    }),
    models: digest({
      subjects: subjects.map(withoutPlace),
      ...(apps.length > 0 && { apps, user_template: userTemplateVersion }),
      providers: providersOf([...subjects, ...judges], config, providerIdentities(config, programs)),
      ...(pricedModels.length > 0 && {
        prices: pricedModels.map((model) => (model === null ? null : asEvidence(priceByName(model, config)))),
      }),
    }),
  };
}

function withoutPlace({ at: _at, ...rest }: ModelSettings): unknown {
  return rest;
}

/** Returns a price without the date of the table that it comes from: a newer table with the same price changes no evidence. */
function asEvidence(price: Price | undefined): Omit<Price, 'built_in'> | null {
  if (!price) return null;
  const { built_in: _builtIn, ...figures } = price;
  return figures;
}

/** Returns true if a verdict of the case depends on prices. */
export function decidesCost({ expectations }: Case): boolean {
  return expectations.some(({ grader }) => {
    if (grader.grader === 'metric') return grader.params.metric === 'per_conversation.cost';
    if (grader.grader !== 'trial_passes') return false;
    return grader.params.checks.flatMap(innerChecks).some(({ op }) => op === 'max_cost_usd');
  });
}

/**
 * Returns the names and identities of the providers of models, sorted by name. A built-in provider without configuration has the
 * identity null.
 */
function providersOf(
  settings: readonly ModelSettings[],
  config: LibraryConfig,
  identities: ReadonlyMap<string, string>,
): readonly (readonly [string, string | null])[] {
  const names = settings.flatMap(({ model }) => {
    return routeOf(model, config.providers)?.provider ?? [];
  });
  return [...new Set(names)].sort().map((name) => [name, identities.get(name) ?? null] as const);
}

/**
 * Returns the evidence of a case: everything except places in files, and the settings of models and judges, which have their own digests.
 */
export function caseEvidence(testCase: Case): unknown {
  return {
    name: testCase.name,
    subject: subjectEvidence(testCase.subject),
    sample_size: testCase.sample_size,
    sequential: testCase.sequential,
    stop_early: testCase.stop_early,
    timeouts: testCase.timeouts,
    look: testCase.look,
    expected: testCase.expected,
    expectations: testCase.expectations.map(({ about, grader, criteria }) => {
      return { about, grader: graderEvidence(grader), criteria: criteria.map(criterionEvidence) };
    }),
    dataset: testCase.dataset && datasetEvidence(testCase.dataset),
  };
}

/** Returns the settings of all judges of a case, in the order of its expectations. */
export function judgesOf(testCase: Case): readonly (JudgeSettings | BehaviorJudge | ModelSettings)[] {
  if (testCase.subject.kind === 'trigger') return [testCase.subject.settings];
  return testCase.expectations.flatMap(({ grader }) => {
    if (grader.grader === 'expected_behavior') return [grader.params.judge];
    if (grader.grader !== 'trial_passes') return [];
    return [...rubricsOf(grader.params).map(({ judge }) => judge), ...judgesOfChecks(grader), ...embeddingsOf(grader)];
  });
}

/** Returns the judge of each check that asks one, in order. */
export function judgesOfChecks(grader: Grader): readonly JudgeSettings[] {
  const judged = checksOfGrader(grader).filter(({ op }) => judgedChecks.includes(op));
  return judged.flatMap(({ judge }) => judge ?? []);
}

/** Returns the settings of the embedding model of each check that compares meanings, in order. */
export function embeddingsOf(grader: Grader): readonly ModelSettings[] {
  const compared = checksOfGrader(grader).filter(({ op }) => op === embeddingCheck);
  return compared.flatMap(({ embedding }) => (embedding ? [{ ...embedding, max_tokens: 0 }] : []));
}

/** Returns the settings of the models that a case calls: the model under test, if there is one, and the simulated user. */
export function subjectModelsOf(testCase: Case): readonly ModelSettings[] {
  const model = modelUnderTest(testCase.subject);
  return [...(model ? [model] : []), ...simulatedUsersOf(testCase)];
}

export function simulatedUsersOf({ subject }: Case): readonly ModelSettings[] {
  return subject.kind === 'conversation' ? [subject.user_simulator] : [];
}

/** Returns the names of all models that the cases call, subjects and judges, each once. */
export function modelsOf(cases: readonly Case[]): readonly string[] {
  const settings = cases.flatMap((testCase) => [...subjectModelsOf(testCase), ...judgesOf(testCase)]);
  return [...new Set(settings.map(({ model }) => model))];
}

/**
 * Returns the evidence of a data set: what its kept items are by its digest, and how they are asked and decided. Leaves out what the digest
 * says already, so that another format, another order or an unused field in the file changes nothing.
 */
function datasetEvidence({ digest, draws, claim, seed, cluster, slices }: Dataset): unknown {
  return {
    digest,
    draws,
    claim,
    seed,
    // The canonical form of evidence names the weights of clusters, which are always these.
    cluster: cluster && { field: cluster.field, weigh: 'clusters' },
    slices: slices.map(({ field, values, gate }) => ({
      field,
      reported: values
        .filter(({ reported }) => reported)
        .map(({ value }) => value)
        .sort(),
      must: gate?.must,
      criterion: gate && criterionEvidence(gate.criterion),
    })),
  };
}

function subjectEvidence(subject: Subject): unknown {
  if (subject.kind === 'conversation') {
    const { app: _app, user_simulator: _simulator, files, ...evidence } = subject;
    return { ...evidence, ...filesEvidence(files) };
  }
  if (subject.kind === 'trigger') {
    const { settings: _settings, ...evidence } = subject;
    return evidence;
  }
  const { settings: _settings, files, messages, ...evidence } = subject;
  return {
    ...evidence,
    ...filesEvidence(files),
    messages: messages?.map(({ role, content }) => ({ role, content: withoutPaths(content) })),
  };
}

/** Returns the files of inputs without their paths. */
function filesEvidence(files: PromptSubject['files']): object {
  if (!files) return {};
  return { files: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, fileWithoutPath(file)])) };
}

function criterionEvidence({ criterion, params, significance_level }: CriterionSpec): unknown {
  return { criterion, params, significance_level };
}

/** A single rubric keeps the form that it had before there were lists. */
function rubricEvidence(rubric: PassConditions['rubric']): object {
  if (rubric === undefined) return {};
  if ('text' in rubric) return { rubric: rubric.text, reference: rubric.reference };
  return { rubrics: rubric.map(({ text, about, reference }) => ({ text, about, reference })) };
}

function graderEvidence(grader: Grader): unknown {
  switch (grader.grader) {
    case 'trial_passes': {
      const { checks, rubric } = grader.params;
      return {
        grader: grader.grader,
        checks: checks.map(({ op, value, about, extract }) => ({ op, value, about, extract })),
        extract: grader.params.extract,
        ...rubricEvidence(rubric),
      };
    }
    case 'expected_behavior':
      return { grader: grader.grader, text: grader.params.text, reference: grader.params.reference };
    case 'class': {
      const { kept: _kept, asked: _asked, ...params } = grader.params;
      return { grader: grader.grader, params };
    }
    case 'trigger':
    case 'metric':
      return grader;
    default:
      return unreachable(grader);
  }
}

/** Lists the models that cases call, with the part that each plays and where a file names it. Each once for a role and a place. */
export function modelAskers(cases: readonly Case[]): readonly ModelAsker[] {
  const all = cases.flatMap((testCase) => {
    const subject = modelUnderTest(testCase.subject);
    const embeddings = testCase.expectations.flatMap(({ grader }) => embeddingsOf(grader));
    const judges = judgesOf(testCase).filter(({ max_tokens }) => max_tokens > 0); // the others make embeddings
    return [
      ...(subject ? [askerOf('the model under test', subject)] : []),
      ...simulatedUsersOf(testCase).map((settings) => askerOf('the simulated user', settings)),
      ...judges.map((settings) => askerOf('the judge', settings)),
      ...embeddings.map((settings) => askerOf('the embedding model', settings)),
    ];
  });
  return uniqueAskers(all);
}

/** Removes repetitions of a model in the same role, named at the same place. */
export function uniqueAskers(askers: readonly ModelAsker[]): readonly ModelAsker[] {
  return uniqueBy(askers, ({ role, model, at }) => JSON.stringify([role, model, at?.file, at?.line, at?.property]));
}

function askerOf(role: ModelRole, { model, at }: ModelSettings): ModelAsker {
  return { role, model, at: at ?? null };
}

/** A program named by a check, a scenario or a provider, with the digests of the files in its command line. */
export interface ProgramEvidence {
  readonly kind: string;
  readonly name: string;
  readonly argv?: readonly string[];
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

/** Returns the evidence of a program: its command line and the digests of its files, but not their paths. */
export function programEvidence({ name, argv, files }: ProgramEvidence): unknown {
  return { name, argv, files: files.map((file) => file.sha256) };
}

/**
 * Returns for each entry of `providers:` a digest of its settings and the bytes of its program. Excludes rate limits, since they
 * do not change answers.
 */
export function providerIdentities(
  config: LibraryConfig,
  programs: readonly ProgramEvidence[],
): ReadonlyMap<string, string> {
  const entries = Object.entries(config.providers).map(([name, entry]): [string, string] => {
    const { rpm: _rpm, tpm: _tpm, concurrency: _concurrency, ...settings } = entry;
    const ofProvider = programs.filter((program) => program.kind === 'provider' && program.name === name);
    return [name, sha256(canonicalJson({ settings, programs: ofProvider.map(programEvidence) }))];
  });
  return new Map(entries);
}

/** Returns a digest of an application's command line and of the bytes of its program. */
export function appIdentity(argv: readonly string[], programs: readonly ProgramEvidence[]): string {
  const ofApp = programs.find((program) => program.kind === 'app' && isDeepStrictEqual(program.argv, argv));
  return sha256(canonicalJson({ argv, files: ofApp?.files.map((file) => file.sha256) ?? [] }));
}

/**
 * Returns a list with the evidence of a scenario's application: null for a model, whose settings have their own digest. The list
 * is empty for other cases.
 */
export function appEvidence({ subject }: Case, programs: readonly ProgramEvidence[]): readonly unknown[] {
  return subject.kind === 'conversation' ? [evidenceOfApp(subject.app, programs)] : [];
}

/** Returns the evidence of an application. A function has no digest, so its evidence only says that it is a function. */
function evidenceOfApp(app: App, programs: readonly ProgramEvidence[]): unknown {
  switch (app.app) {
    case 'model':
      return null;
    case 'command': {
      const { argv, env, timeout_s } = app;
      const variables = [...new Set(env)].sort();
      return { app: 'command', identity: appIdentity(argv, programs), env: variables, timeout_s };
    }
    case 'function':
      return { app: 'function', timeout_s: app.timeout_s };
    default:
      return unreachable(app);
  }
}

/** Returns the programs and servers of a library that these cases use: their own, and the providers of their models. */
export function usedPrograms<P extends { readonly kind: string; readonly name: string }>(
  programs: readonly P[],
  cases: readonly Case[],
  config: LibraryConfig,
): readonly P[] {
  const used = new Set(modelsOf(cases).map((model) => routeOf(model, config.providers)?.provider));
  return programs.filter(({ kind, name }) => kind === 'check' || kind === 'module' || kind === 'app' || used.has(name));
}

/** Returns the names of the variables that the cases' applications ask for, besides those that every program gets. */
export function appVariables(cases: readonly Case[]): readonly string[] {
  return cases.flatMap(({ subject }) =>
    subject.kind === 'conversation' && subject.app.app === 'command' ? subject.app.env : [],
  );
}
