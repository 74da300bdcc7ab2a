import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const serverFile = fileURLToPath(new URL('server.js', import.meta.url));

/**
 * Starts the server with a behaviour (the URL of its module) and options, which are data. `report` asks for what it counted, once
 * all clients have gone.
 */
export async function startServer(behaviour, options = {}) {
  const child = fork(serverFile, [JSON.stringify({ behaviour, options })], { execArgv: [] });
  const [{ port }] = await once(child, 'message');
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    async report() {
      const response = await fetch(`${url}/report`, { headers: { connection: 'close' } });
      return response.json();
    },
    async stop() {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

/** The body of a reply of the Messages API. */
export function messageOf(content, stop_reason = 'end_turn') {
  return JSON.stringify({
    id: 'msg_01',
    type: 'message',
    role: 'assistant',
    model: 'claude-bench',
    content,
    stop_reason,
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 80 },
  });
}

/** What lets a client find the server, and nothing that it would take from elsewhere. */
export function clientEnv(url) {
  return { PATH: process.env.PATH, ANTHROPIC_API_KEY: 'bench', ANTHROPIC_BASE_URL: url };
}
