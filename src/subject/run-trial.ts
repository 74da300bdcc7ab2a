import type { Case } from '#model/case.js';
import { roundToMilliseconds } from '#model/data/time.js';
import { unreachable } from '#model/data/unreachable.js';
import type { Trial } from '#model/run/trial.js';
import { loadPrograms } from '#process/start-program.js';
import type { Answer } from './answer.js';
import { outcomeWithout } from './answer.js';
import type { SubjectDeps } from './deps.js';
import { answerPrompt } from './prompt-subject.js';

/** Loads the modules for conversations and programs, if one of these cases needs them. */
export async function loadSubjects(cases: readonly Case[]): Promise<void> {
  for (const { subject } of cases) {
    if (subject.kind !== 'conversation') continue;
    await import('./conversation.js');
    if (subject.app.app === 'command') await loadPrograms();
  }
}

/** Runs one trial of a case. The trial is `missing` if there is no reply. An `EvaError` ends the run. */
export async function runTrial(testCase: Case, body: string, index: number, deps: SubjectDeps): Promise<Trial> {
  const startedAt = deps.now().toISOString();
  const start = deps.elapsed();
  const { turns, outcome, conversation } = await obtainAnswer(testCase, body, index, deps);
  return {
    case: testCase.name,
    index,
    turns,
    started_at: startedAt,
    duration_s: roundToMilliseconds(deps.elapsed() - start),
    ...(conversation && { conversation }),
    ...outcome,
  };
}

async function obtainAnswer(testCase: Case, body: string, index: number, deps: SubjectDeps): Promise<Answer> {
  try {
    return await askSubject(testCase, body, index, deps);
  } catch (error) {
    const outcome = outcomeWithout(error);
    if (outcome) return { turns: [], outcome };
    throw error;
  }
}

async function askSubject(testCase: Case, body: string, trial: number, deps: SubjectDeps): Promise<Answer> {
  const { subject } = testCase;
  switch (subject.kind) {
    case 'prompt':
      return answerPrompt({ testCase, subject, body, trial }, deps);
    case 'trigger':
      return { turns: [], outcome: { outcome: 'finished' } };
    case 'conversation': {
      const { holdConversation } = await import('./conversation.js');
      return holdConversation({ testCase, subject, body, trial }, deps);
    }
    default:
      return unreachable(subject);
  }
}
