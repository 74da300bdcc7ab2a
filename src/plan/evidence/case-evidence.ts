import { type Case, type Expectation, modelUnderTest, type PromptSubject, type Subject } from '#model/case.js';
import { unreachable } from '#model/data/collections.js';
import type { Dataset } from '#model/dataset.js';
import type { BehaviorSpec, Grader } from '#model/grader.js';
import { checksOfGrader, embeddingCheck, judgedChecks, type PassConditions, rubricsOf } from '#model/grader.js';
import type { BehaviorJudge, CriterionSpec, JudgeSettings, ModelSettings } from '#model/settings.js';
import { fileWithoutPath, withoutPaths } from '#model/text/body.js';

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
    expectations: testCase.expectations.map(expectationEvidence),
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

/** Returns the expected behaviours of cases, in order. */
export function behaviorsOf(cases: readonly Case[]): readonly BehaviorSpec[] {
  return cases.flatMap(({ expectations }) =>
    expectations.flatMap(({ grader }) => (grader.grader === 'expected_behavior' ? [grader.params] : [])),
  );
}

/** Returns the settings of the models that a case calls: the model under test, if there is one, and the simulated user. */
export function subjectModelsOf(testCase: Case): readonly ModelSettings[] {
  const model = modelUnderTest(testCase.subject);
  return [...(model ? [model] : []), ...simulatedUsersOf(testCase)];
}

/** Returns the settings of the simulated user of a scenario; none for a case. */
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

function expectationEvidence({ about, grader, criteria }: Expectation): unknown {
  return {
    about,
    grader: graderEvidence(grader),
    criteria: criteria.map(criterionEvidence),
  };
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
