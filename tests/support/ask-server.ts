import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface ServerReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Asked {
  readonly method?: string;
  /** Added to the right Host, or in its place. */
  readonly headers?: OutgoingHttpHeaders;
}

/** Sends one request to a server of this machine, exactly as written: no address is normalized. */
export function askServer(
  port: number,
  path: string,
  { method = 'GET', headers = {} }: Asked = {},
): Promise<ServerReply> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}
