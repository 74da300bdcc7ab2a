import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Score } from '#model/run/trial.js';
import type { ConversationApi } from '../../support/conversation-api.js';
import { startEva } from '../../support/interrupted-eva.js';
import { tempLibrary } from '../../support/temp-library.js';
import { newestRun, resultIn, runDirs } from '../dataset/ticket-library.js';
import { agentLibrary, askedFile } from './programs.js';
import { conversations, type Judged, judgedOf } from './world.js';

/** What eva made of the agent of one trajectory. */
export interface Outcome {
  readonly verdicts: readonly string[];
  readonly judged: readonly Judged[];
}

/** A process that evaluates the agents. */
export interface Session {
  readonly child: ChildProcess;
  /** Resolves when the process is gone. Throws for an exit code that is neither of a verdict nor of a kill. */
  readonly ended: () => Promise<void>;
}

/** A way to have agents evaluated. */
export interface Door {
  readonly name: string;
  readonly open: (t: TestContext, api: ConversationApi) => OpenDoor;
}

export interface OpenDoor {
  /** The folder with the runs. */
  readonly folder: string;
  /** The file in which the agents note what they are asked. */
  readonly asked: string;
  /** Starts the evaluation, or resumes it. */
  readonly start: () => Session;
  /** Returns the outcomes after a session that ended by itself. */
  readonly outcomes: () => readonly Outcome[];
}

/** Agents that are programs, evaluated by the command line. */
export const programs: Door = {
  name: 'app.command',
  open(t, { server }) {
    const folder = agentLibrary(t);
    return {
      folder,
      asked: join(folder, askedFile),
      start() {
        const resume = runDirs(folder).length > 0 ? ['--resume'] : [];
        const { child, stderr } = startEva(['eval', 'bot', '--trust', ...resume], folder, server.url);
        const closed = once(child, 'close');
        const ended = async () => {
          const [code] = await closed;
          assert.ok(code === 1 || code === null, `exit code ${code}: ${stderr()}`);
        };
        return { child, ended };
      },
      outcomes: () =>
        resultIn(newestRun(folder)).cases.map(({ verdicts, scores }) => ({
          verdicts: verdicts.map(({ outcome }) => outcome),
          judged: Array.from({ length: conversations }, (_, trial) =>
            judgedOf(scores.filter((score: Score) => score.trial === trial)),
          ),
        })),
    };
  },
};

const program = fileURLToPath(new URL('agent-user.js', import.meta.url));

/** Agents that are functions, evaluated by the library. */
export const functions: Door = {
  name: "the library's function",
  open(t, { env }) {
    const folder = tempLibrary(t, {});
    const asked = join(folder, 'asked');
    let printed = '';
    return {
      folder,
      asked,
      start() {
        const child = spawn(process.execPath, [program, folder, asked], { env: { ...env, PATH: process.env['PATH'] } });
        let errors = '';
        printed = '';
        child.stdout.on('data', (bytes) => {
          printed += bytes;
        });
        child.stderr.on('data', (bytes) => {
          errors += bytes;
        });
        const closed = once(child, 'close');
        const ended = async () => {
          const [code] = await closed;
          assert.ok(code === 0 || code === null, `exit code ${code}: ${errors}`);
        };
        return { child, ended };
      },
      outcomes: () => JSON.parse(printed),
    };
  },
};
