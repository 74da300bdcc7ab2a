import { type Case, expectsRefusal, type PromptSubject } from '#model/case.js';
import { roundToMilliseconds, unreachable } from '#model/data/collections.js';
import type { Body } from '#model/prompt.js';
import type { Trial } from '#model/run/trial.js';
import { type ComposedMessages, composeMessages } from '#model/text/body.js';
import { loadPrograms } from '#provider/process/start-program.js';
import { askModel } from './ask-model.js';
import { holdConversation } from './conversation.js';
import { type ModelAnswer, outcomeWithout, type SubjectDeps, type SubjectTrial } from './deps.js';

/** Loads the package that starts programs, if one of these cases needs it. */
export async function loadSubjects(cases: readonly Case[]): Promise<void> {
  if (cases.some(({ subject }) => subject.kind === 'conversation' && subject.app.app === 'command'))
    await loadPrograms();
}

type TrialPlace = Pick<Trial, 'index' | 'origin'>;

/** Runs one trial of a case. The trial is `missing` if there is no reply. An `EvaError` ends the run. */
export async function runTrial(
  testCase: Case,
  body: Body,
  { index, origin }: TrialPlace,
  deps: SubjectDeps,
): Promise<Trial> {
  const startedAt = deps.now().toISOString();
  const start = deps.elapsed();
  const { turns, outcome, conversation } = await obtainAnswer({ testCase, body, trial: index, origin }, deps);
  return {
    case: testCase.name,
    index,
    turns,
    started_at: startedAt,
    duration_s: roundToMilliseconds(deps.elapsed() - start),
    ...(origin && { origin }),
    ...(conversation && { conversation }),
    ...outcome,
  };
}

/** A trial of any case, whose subject is that of the case. */
type TrialOfCase = Omit<SubjectTrial<never>, 'subject'>;

async function obtainAnswer(trial: TrialOfCase, deps: SubjectDeps): Promise<ModelAnswer> {
  try {
    return await askSubject(trial, deps);
  } catch (error) {
    const outcome = outcomeWithout(error);
    if (outcome) return { turns: [], outcome };
    throw error;
  }
}

async function askSubject(trial: TrialOfCase, deps: SubjectDeps): Promise<ModelAnswer> {
  const { subject } = trial.testCase;
  switch (subject.kind) {
    case 'prompt':
      return answerPrompt({ subject, ...trial }, deps);
    case 'trigger':
      return { turns: [], outcome: { outcome: 'finished' } };
    case 'conversation':
      return holdConversation({ ...trial, subject }, deps);
    default:
      return unreachable(subject);
  }
}

/** Sends the messages of the prompt and its case, and reads the reply. Throws `NoReply` if there is no reply. */
async function answerPrompt(
  { testCase, subject, body, trial, origin }: SubjectTrial<PromptSubject>,
  deps: SubjectDeps,
): Promise<ModelAnswer> {
  const { sent, ...composed } = origin ? composeMessages(body, subject) : composeOnce(subject, body);
  const { settings } = subject;
  const mayRefuse = expectsRefusal(testCase);
  const question = { case: testCase.name, trial, turn: 0, settings, mayRefuse, ...composed };
  const { turn, outcome } = await askModel(question, deps);
  return { turns: [sent ? { ...turn, messages: sent } : turn], outcome };
}

const composed = new WeakMap<PromptSubject, { readonly body: Body; readonly messages: ComposedMessages }>();

/** Composes the messages once for all trials of a case, so that concurrent trials share their texts. */
function composeOnce(subject: PromptSubject, body: Body): ComposedMessages {
  const known = composed.get(subject);
  if (known?.body === body) return known.messages;
  const messages = composeMessages(body, subject);
  composed.set(subject, { body, messages });
  return messages;
}
