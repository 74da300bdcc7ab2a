import type { Case, ConversationSubject, ModelApp } from '#model/case.js';
import { isBlank } from '#model/text/characters.js';
import { render } from '#model/text/placeholder.js';
import { askModel } from '../ask-model.js';
import type { SubjectDeps } from '../deps.js';
import type { Application } from './application.js';

interface ModelConversation {
  readonly one: Case;
  readonly subject: ConversationSubject;
  readonly app: ModelApp;
  readonly body: string;
  readonly trial: number;
}

/** The rendered prompt as the system prompt of a model, and the conversation as its messages. A blank prompt is not sent. */
export function openModelApp({ one, subject, app, body, trial }: ModelConversation, deps: SubjectDeps): Application {
  const system = render(body, subject.inputs);
  const parts = { case: one.name, trial, settings: app.settings, ...(!isBlank(system) && { system }) };
  return {
    respond: (messages, turn) => askModel({ ...parts, turn, messages }, deps),
    close: async () => {},
  };
}
