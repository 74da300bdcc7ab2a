import type { ConversationSubject } from '#model/case.js';
import type { SubjectTrial } from '../answer.js';
import type { SubjectDeps } from '../deps.js';
import type { Application } from './app-session.js';
import { openModelApp } from './model-app.js';
import { openOwnApp } from './own-app.js';

/** Opens the application of one conversation. Starts and asks nothing yet. */
export function openApplication(conversation: SubjectTrial<ConversationSubject>, deps: SubjectDeps): Application {
  const { app } = conversation.subject;
  return app.app === 'model'
    ? openModelApp({ ...conversation, app }, deps)
    : openOwnApp({ ...conversation, app }, deps);
}
