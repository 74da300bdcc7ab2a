import type { ConversationSubject } from '#model/case.js';
import type { SubjectTrial } from '../answer.js';
import type { SubjectDeps } from '../deps.js';
import type { Application } from './app-session.js';
import { openModelApp } from './model-app.js';
import { openOwnApp } from './own-app.js';

/** Opens the application of one conversation. No process is started and no model called before the first message. */
export function openApplication(conversation: SubjectTrial<ConversationSubject>, deps: SubjectDeps): Application {
  const { app } = conversation.subject;
  return app.app === 'model'
    ? openModelApp({ ...conversation, app }, deps)
    : openOwnApp({ ...conversation, app }, deps);
}
