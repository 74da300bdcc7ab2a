import type { Case, PromptSubject } from '#model/case.js';
import { roundToMilliseconds, unreachable } from '#model/data/collections.js';
import type { Trial } from '#model/run/trial.js';
import { render } from '#model/text/quoted.js';
import { loadPrograms } from '#process/start-program.js';
import { askModel } from './ask-model.js';
import { type Answer, outcomeWithout, type SubjectDeps, type SubjectTrial } from './deps.js';

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

/** Sends the rendered prompt as one user message and reads the reply. Throws `NoReply` if there is no reply. */
async function answerPrompt(
  { testCase, subject, body, trial }: SubjectTrial<PromptSubject>,
  deps: SubjectDeps,
): Promise<Answer> {
  const messages = [{ role: 'user', content: renderOnce(subject, body) }] as const;
  const { settings } = subject;
  const { turn, outcome } = await askModel({ case: testCase.name, trial, turn: 0, settings, messages }, deps);
  return { turns: [turn], outcome };
}

const rendered = new WeakMap<PromptSubject, { readonly body: string; readonly text: string }>();

/** Renders the prompt once for all trials of a case, so that concurrent trials share one text. */
function renderOnce(subject: PromptSubject, body: string): string {
  const known = rendered.get(subject);
  if (known?.body === body) return known.text;
  const text = render(body, subject.inputs);
  rendered.set(subject, { body, text });
  return text;
}
