import { redactObject } from '../text/redact.js';
import type { Reply } from './exchange.js';
import { redactCallsAndSteps } from './reported-calls.js';

/** Hides secrets in all texts of a reply. */
export function redactReply(reply: Reply, redact: (text: string) => string): Reply {
  const { text, model, tool_input } = reply;
  return {
    ...reply,
    text: redact(text),
    model: redact(model),
    ...(tool_input && { tool_input: redactObject(tool_input, redact) }),
    ...redactCallsAndSteps(reply, redact),
  };
}
