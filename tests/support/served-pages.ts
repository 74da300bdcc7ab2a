import { setTimeout as wait } from 'node:timers/promises';
import type { Admitted } from '#page/server/admission.js';
import { openPages } from '#page/server/pages.js';

/** The answer of a server, as text. */
export interface ServedAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** The errors that are a bug of eva. */
  readonly faults: readonly unknown[];
}

/** Opens the pages of a library. Returns a function that asks for an address and returns the answer. */
export function servedPages(root: string): (address: string) => Promise<ServedAnswer> {
  const faults: unknown[] = [];
  const now = () => new Date('2026-01-11T12:00:00.000Z');
  const sleep = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal });
  const pages = openPages({ root, place: {}, now, sleep, onFault: (error) => faults.push(error) });
  return async (address) => {
    const url = new URL(address, 'http://127.0.0.1');
    const signal = new AbortController().signal;
    const request: Admitted = { path: url.pathname, query: url.searchParams, signal };
    const answer = await answered(() => pages.answer(request), pages.pageOf);
    if (answer.kind === 'events') return { status: 200, type: 'events', body: '', faults };
    return { status: answer.status, type: answer.type, body: [...answer.pieces].join(''), faults };
  };
}

async function answered<T>(answer: () => T | Promise<T>, pageOf: (error: unknown) => T): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    return pageOf(error);
  }
}
