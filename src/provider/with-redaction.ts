import type { Reply } from '#model/reply/exchange.js';
import { redactObject } from '#model/text/redact.js';
import type { Provider } from './provider.js';

/** Hides keys in replies before anything stores, judges or shows them: a server that was sent a key can answer with it. */
export function withRedaction(provider: Provider, redact: (text: string) => string): Provider {
  return {
    ...provider,
    async send(request, options) {
      return redactReply(await provider.send(request, options), redact);
    },
  };
}

function redactReply(reply: Reply, redact: (text: string) => string): Reply {
  const { text, model, tool_input } = reply;
  return {
    ...reply,
    text: redact(text),
    model: redact(model),
    ...(tool_input && { tool_input: redactObject(tool_input, redact) }),
  };
}
