import type { Call, ModelCall, Reply, StoredReply } from '#model/reply/exchange.js';

/** Makes a reply with the given fields. */
export function replyWith(part: Partial<Reply>): Reply {
  const stop = part.tool_input ? 'tool_call' : 'end';
  return { text: '', stop, usage: { input_tokens: 10, output_tokens: 5 }, latency_s: 0.1, model: 'judge-1', ...part };
}

/** Makes the dependencies of grading, with replies by a function of the call. `calls` lists the calls. */
export function scriptedJudge(answer: (call: ModelCall, index: number) => Partial<Reply>, forcesTools = true) {
  const calls: ModelCall[] = [];
  let nonces = 0;
  return {
    calls,
    ask: async (call: Call): Promise<StoredReply> => {
      if ('answer' in call) throw new Error('a judge was asked through an application');
      calls.push(call);
      const reply = replyWith(answer(call, calls.length - 1));
      const { case: name, role, draw } = call;
      return {
        key: `reply ${calls.length}`,
        case: name,
        role,
        draw,
        source: 'model',
        ts: '2026-01-02T03:04:05.000Z',
        reply,
      };
    },
    route: (model: string) => ({ provider: 'scripted', model, forcesTools, config: { type: 'scripted' } }),
    nonce: () => (++nonces).toString(16).padStart(32, 'a'),
  };
}

/** Returns a script that answers with one reply after another. */
export function inTurn(replies: readonly Partial<Reply>[]): (call: ModelCall, index: number) => Partial<Reply> {
  return (_call, index) => {
    const reply = replies[index];
    if (!reply) throw new Error(`asked ${index + 1} times, ${replies.length} replies were written`);
    return reply;
  };
}
