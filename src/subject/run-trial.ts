import type { Case } from '#model/case.js';
import { roundToMilliseconds } from '#model/data/time.js';
import { unreachable } from '#model/data/unreachable.js';
import type { Trial } from '#model/run/trial.js';
import { loadPrograms } from '#process/start-program.js';
import type { Answer } from './answer.js';
import type { SubjectDeps } from './deps.js';
import { outcomeWithout } from './outcome-without.js';
import { answerPrompt } from './prompt-subject.js';

/** Loads what the subjects of these cases take, and most do not. */
export async function loadSubjects(cases: readonly Case[]): Promise<void> {
  for (const { subject } of cases) {
    if (subject.kind !== 'conversation') continue;
    await import('./conversation.js');
    if (subject.app.app === 'command') await loadPrograms();
  }
}

/** Executes one trial of a case. A reply that could not be had makes it `missing`; an `EvaError` ends the run. */
export async function runTrial(one: Case, body: string, index: number, deps: SubjectDeps): Promise<Trial> {
  const startedAt = deps.now().toISOString();
  const start = deps.elapsed();
  const { turns, outcome, conversation } = await obtainAnswer(one, body, index, deps);
  return {
    case: one.name,
    index,
    turns,
    started_at: startedAt,
    duration_s: roundToMilliseconds(deps.elapsed() - start),
    ...(conversation && { conversation }),
    ...outcome,
  };
}

async function obtainAnswer(one: Case, body: string, index: number, deps: SubjectDeps): Promise<Answer> {
  try {
    return await askSubject(one, body, index, deps);
  } catch (error) {
    const outcome = outcomeWithout(error);
    if (outcome) return { turns: [], outcome };
    throw error;
  }
}

async function askSubject(one: Case, body: string, index: number, deps: SubjectDeps): Promise<Answer> {
  const { subject } = one;
  switch (subject.kind) {
    case 'prompt':
      return answerPrompt(one, subject, body, index, deps);
    case 'trigger':
      return { turns: [], outcome: { outcome: 'finished' } };
    case 'conversation': {
      const { holdConversation } = await import('./conversation.js');
      return holdConversation(one, subject, body, index, deps);
    }
    default:
      return unreachable(subject);
  }
}
