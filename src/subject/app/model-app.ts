import type { ConversationSubject, ModelApp } from '#model/case.js';
import { isBlank } from '#model/text/characters.js';
import { render } from '#model/text/placeholder.js';
import type { SubjectTrial } from '../answer.js';
import { askModel } from '../ask-model.js';
import type { SubjectDeps } from '../deps.js';
import type { Application } from './app-session.js';

interface ModelConversation extends SubjectTrial<ConversationSubject> {
  readonly app: ModelApp;
}

/** Opens a model with the rendered prompt as its system prompt and the conversation as its messages. Omits a blank system prompt. */
export function openModelApp(
  { testCase, subject, app, body, trial }: ModelConversation,
  deps: SubjectDeps,
): Application {
  const system = render(body, subject.inputs);
  const parts = { case: testCase.name, trial, settings: app.settings, ...(!isBlank(system) && { system }) };
  return {
    respond: (messages, turn) => askModel({ ...parts, turn, messages }, deps),
    close: async () => {},
  };
}
