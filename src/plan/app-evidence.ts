import type { App, Case } from '#model/case.js';
import { unreachable } from '#model/data/unreachable.js';
import type { ProgramEvidence } from './program-evidence.js';
import { appIdentity } from './provider-identity.js';

/** What the user of a scenario talks to, for a list with one entry a scenario: null for a model, whose settings stand elsewhere. */
export function appEvidence({ subject }: Case, programs: readonly ProgramEvidence[]): readonly unknown[] {
  return subject.kind === 'conversation' ? [evidenceOf(subject.app, programs)] : [];
}

/** A function has nothing that a digest could be made of: evidence says no more of it than that it is one. */
function evidenceOf(app: App, programs: readonly ProgramEvidence[]): unknown {
  switch (app.app) {
    case 'model':
      return null;
    case 'command': {
      const { argv, env, timeout_s } = app;
      const variables = [...new Set(env)].sort();
      return { app: 'command', identity: appIdentity(argv, programs), env: variables, timeout_s };
    }
    case 'function':
      return { app: 'function', timeout_s: app.timeout_s };
    default:
      return unreachable(app);
  }
}
