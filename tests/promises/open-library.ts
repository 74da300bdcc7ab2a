import type { TestContext } from 'node:test';
import type { FakeServer } from '../support/fake-http.js';
import { type FakeMessagesOptions, startFakeMessagesApi } from '../support/fake-messages-api.js';
import { type EvaOutput, runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { type Files, goodPrompt, tempLibrary } from '../support/temp-library.js';

export interface OpenLibrary {
  readonly root: string;
  readonly server: FakeServer;
  readonly env: Readonly<Record<string, string>>;
  readonly eva: (...args: readonly string[]) => Promise<EvaOutput>;
}

export interface LibraryOptions extends FakeMessagesOptions {
  /** Files beside, or instead of, those of the good prompt. */
  readonly files?: Files;
  readonly env?: Readonly<Record<string, string>>;
}

/** The good library and a model on the loopback interface that answers `<diff>`, with the sentinel key in the environment. */
export async function openLibrary(t: Pick<TestContext, 'after'>, options: LibraryOptions = {}): Promise<OpenLibrary> {
  const { files = {}, env: more = {}, answer = () => '<diff>', faults = [] } = options;
  const server = await startFakeMessagesApi({ answer, faults });
  t.after(() => server.close());
  const root = tempLibrary(t, { ...goodPrompt(), ...files });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url, ...more };
  return { root, server, env, eva: (...args) => runEva(args, { cwd: root, env }) };
}
