import { judgeTemplateVersion } from '#grade/judge-prompt.js';
import type { Case, JudgeSettings, ModelSettings } from '#model/case.js';
import type { LibraryConfig, ProviderConfig } from '#model/config.js';
import { canonicalJson, sha256 } from '#model/digest.js';
import type { EvidenceDigests } from '#model/run.js';
import { routeModel } from '#provider/model-name.js';
import { caseEvidence, judgesOf } from './case-evidence.js';

/** A program that a check or a provider names, with digests of the files that its command line names. */
export interface ProgramEvidence {
  readonly kind: string;
  readonly name: string;
  readonly argv?: readonly string[];
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

export interface EvidenceInput {
  readonly body: string;
  /** All cases of the prompt, whichever of them a run selects. */
  readonly cases: readonly Case[];
  readonly config: LibraryConfig;
  readonly programs: readonly ProgramEvidence[];
}

/** The digests that tie a run to its files. What only moves text about (comments, order of keys, line numbers) changes none. */
export function evidenceDigests({ body, cases, config, programs }: EvidenceInput): EvidenceDigests {
  const digest = (data: unknown) => sha256(canonicalJson(data));
  const programsOf = (kind: string) => programs.filter((program) => program.kind === kind).map(programEvidence);
  const subjects = cases.filter((one) => one.subject.kind !== 'trigger').map((one) => one.subject.settings);
  const judges = cases.flatMap(judgesOf);
  return {
    prompt: sha256(body),
    cases: digest({ cases: cases.map(caseEvidence), programs: programsOf('check') }),
    judge: digest({ template: judgeTemplateVersion, judges: judges.map(withoutPlace) }),
    models: digest({
      subjects: subjects.map(withoutPlace),
      providers: providersOf([...subjects, ...judges], config),
      programs: programsOf('provider'),
    }),
  };
}

function programEvidence({ name, argv, files }: ProgramEvidence): unknown {
  return { name, argv, files: files.map((file) => file.sha256) };
}

function withoutPlace({ at: _at, ...rest }: ModelSettings | JudgeSettings): unknown {
  return rest;
}

/** The providers that the models lead to, by name; how fast they may be asked says nothing about their answers. */
function providersOf(settings: readonly ModelSettings[], config: LibraryConfig): readonly unknown[] {
  const used = new Map<string, Partial<ProviderConfig>>();
  for (const { model } of settings) {
    const result = routeModel(model, config.providers);
    if (!('route' in result)) continue;
    const { rpm: _rpm, concurrency: _concurrency, ...rest } = result.route.config;
    used.set(result.route.provider, rest);
  }
  return [...used].sort(([a], [b]) => (a < b ? -1 : 1));
}
