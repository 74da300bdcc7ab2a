import { behaviorTemplateVersion } from '#grade/judging/behavior.js';
import { judgeTemplateVersion, referenceTemplateVersion, usesReference } from '#grade/judging/judge.js';
import { refusalTemplateVersion } from '#grade/judging/refusal.js';
import { showsMessagesOrCalls, turnTemplateVersion } from '#grade/judging/turn-data.js';
import { type Case, modelUnderTest } from '#model/case.js';
import type { LibraryConfig, Price } from '#model/config.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import { innerChecks } from '#model/grader.js';
import type { Body } from '#model/prompt.js';
import type { EvidenceDigests } from '#model/run/run.js';
import type { ModelSettings } from '#model/settings.js';
import { bodyDigest } from '#model/text/body.js';
import { routeModel } from '#provider/model-name.js';
import { userTemplateVersion } from '#subject/simulated-user.js';
import { priceByName } from '../calls/cost.js';
import { behaviorsOf, caseEvidence, judgesOf, judgesOfChecks, subjectModelsOf } from './case-evidence.js';
import { appEvidence, type ProgramEvidence, programEvidence, providerIdentities } from './program-evidence.js';

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
  const behaviors = behaviorsOf(cases);
  const judges = cases.flatMap(judgesOf);
  const pricedModels = cases.filter(decidesCost).map(({ subject }) => modelUnderTest(subject)?.model ?? null);
  return {
    prompt: bodyDigest(body),
    cases: digest({ cases: cases.map(caseEvidence), programs: checks.map(programEvidence) }),
    judge: digest({
      template: judgeTemplateVersion,
      judges: judges.map(withoutPlace),
      ...(asksForRefusals(cases) && { refusal_template: refusalTemplateVersion }),
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

function asksForRefusals(cases: readonly Case[]): boolean {
  return cases.some(({ expectations }) => expectations.some(({ grader }) => judgesOfChecks(grader).length > 0));
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
    const result = routeModel(model, config.providers);
    return 'route' in result ? [result.route.provider] : [];
  });
  return [...new Set(names)].sort().map((name) => [name, identities.get(name) ?? null] as const);
}
