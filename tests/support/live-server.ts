import { request } from 'node:http';
import type { LiveEvent } from '#page/live/live-state.js';

/** The events of a stream that came so far. */
export interface EventReader {
  readonly events: readonly LiveEvent[];
  /** Resolves once an event fits; rejects if the stream ends before. */
  readonly next: (fits: (event: LiveEvent) => boolean) => Promise<LiveEvent>;
  readonly stop: () => void;
}

/** Reads server-sent events of a server of this machine. */
export function readEvents(port: number, path: string, cookie: string): EventReader {
  const events: LiveEvent[] = [];
  const waiting = new Set<() => void>();
  let [rest, isOver] = ['', false];
  const told = () => {
    for (const wake of waiting) wake();
  };
  const asked = request({ host: '127.0.0.1', port, path, headers: { cookie }, agent: false }, (response) => {
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = `${rest}${chunk}`.split('\n\n');
      rest = parts.pop() ?? '';
      events.push(...parts.map((part) => JSON.parse(part.replace(/^data: /, '')) as LiveEvent));
      told();
    });
    response.on('close', () => {
      isOver = true;
      told();
    });
  });
  asked.on('error', () => {});
  asked.end();
  const next: EventReader['next'] = (fits) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = events.find(fits);
        if (!found && !isOver) return;
        waiting.delete(look);
        if (found) resolve(found);
        else reject(new Error(`the stream ended: ${JSON.stringify(events.at(-1))}`));
      };
      waiting.add(look);
      look();
    });
  return { events, next, stop: () => asked.destroy() };
}
