import type { Case, ConversationSubject } from '#model/case.js';
import type { SubjectDeps } from '../deps.js';
import type { Application } from './application.js';
import { openModelApp } from './model-app.js';
import { openOwnApp } from './own-app.js';

/** The application of one conversation. Nothing is started or asked yet. */
export function openApplication(
  one: Case,
  subject: ConversationSubject,
  body: string,
  trial: number,
  deps: SubjectDeps,
): Application {
  const { app } = subject;
  return app.app === 'model'
    ? openModelApp({ one, subject, app, body, trial }, deps)
    : openOwnApp(one, app, body, trial, deps);
}
