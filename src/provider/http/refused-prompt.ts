import type { ModelRequest, Reply } from '#model/reply/exchange.js';
import { failureText } from '../failure.js';
import { isPolicy } from './answer-error.js';
import type { Answer } from './http-post.js';
import { asObject, parseJson } from './json-shape.js';

/**
 * Returns the reply to a prompt that a server refuses by its policy with status 400; undefined for any other error. The text is the server's
 * message. No model has answered: the reply has no tokens.
 */
export function refusedPrompt(
  { status, text }: Answer,
  { model }: ModelRequest,
  redact: (text: string) => string,
): Omit<Reply, 'latency_s'> | undefined {
  const body = status === 400 ? asObject(parseJson(text)) : undefined;
  const error = asObject(body?.['error']);
  const inner = asObject(error?.['innererror'] ?? error?.['inner_error'] ?? body?.['innererror']);
  if (!isPolicy(error) && inner?.['code'] !== 'ResponsibleAIPolicyViolation') return undefined;
  const message = error?.['message'];
  return {
    text: typeof message === 'string' ? failureText(redact(message)) : '',
    stop: 'refusal',
    usage: { input_tokens: 0, output_tokens: 0 },
    model,
  };
}
