import type { Step, ToolCall } from '#model/reply/tools.js';

/** One turn of a scripted agent. It is not typed as a response, since some are malformed. */
type AgentTurn = { readonly response: string; readonly tool_calls?: unknown; readonly steps?: unknown };

/** What an agent does in a conversation of two turns, and what eva makes of it. */
export interface Trajectory {
  readonly title: string;
  readonly turns: readonly [AgentTurn, AgentTurn];
  /** 1 if all checks hold, 0 if one does not, null if the trial has no value. */
  readonly value: 0 | 1 | null;
  /** The reason of the first finding that does not hold, or of the failed trial; null if all hold. */
  readonly reason: string | null;
}

const search: ToolCall = { name: 'search', arguments: { query: 'order 7' }, result: { found: 1 } };
const refund: ToolCall = { name: 'refund', arguments: { order: 7, amount: 12.5 }, result: 'done' };
const plan: Step = { name: 'plan', output: ['search', 'refund'], duration_s: 0.1 };
const act: Step = { name: 'act' };
const looked: AgentTurn = { response: 'I found it.', tool_calls: [search], steps: [plan] };
const paid: AgentTurn = { response: 'Refunded.', tool_calls: [refund], steps: [act] };

/** The checks that a right trajectory passes. */
export const agentChecks = [
  { called_in_order: ['search', 'refund'] },
  { called: { tool: 'refund', arguments: { order: 7 }, times: 1 } },
  { called: { tool: 'search', arguments_schema: { required: ['query'] } } },
  { not_called: ['delete_account', { tool: 'refund', arguments: { order: 8 } }] },
  { max_calls: 3 },
  { step: 'plan' },
  { max_steps: 2 },
] as const;

export const trajectories: readonly Trajectory[] = [
  { title: 'right', turns: [looked, paid], value: 1, reason: null },
  {
    title: 'right without a word',
    turns: [
      { ...looked, response: '' },
      { ...paid, tool_calls: [search, refund] },
    ],
    value: 1,
    reason: null,
  },
  {
    title: 'refunds before it searches',
    turns: [
      { ...looked, tool_calls: [refund] },
      { ...paid, tool_calls: [search] },
    ],
    value: 0,
    reason: 'refund was not called after call 2 (search); the calls are refund, search',
  },
  {
    title: 'refunds another order',
    turns: [looked, { ...paid, tool_calls: [{ ...refund, arguments: { order: 9 } }] }],
    value: 0,
    reason: 'no call of refund fits; call 2 comes nearest: /order is 9, expected 7',
  },
  {
    title: 'refunds twice',
    turns: [looked, { ...paid, tool_calls: [refund, refund] }],
    value: 0,
    reason: '2 calls fit, exactly 1 asked for; call 2 fits: refund {"order":7,"amount":12.5}',
  },
  {
    title: 'deletes the account as well',
    turns: [looked, { ...paid, tool_calls: [refund, { name: 'delete_account', arguments: {} }] }],
    value: 0,
    reason: 'call 3 fits: delete_account {}',
  },
  {
    title: 'does not plan, and acts three times',
    turns: [
      { ...looked, steps: [act] },
      { ...paid, steps: [act, act] },
    ],
    value: 0,
    reason: 'the step plan was taken 0 times, at least 1 asked for; the steps are act, act, act',
  },
  {
    title: 'writes broken JSON',
    turns: [looked, { ...paid, tool_calls: [{ name: 'refund', arguments: { unreadable: '{"order": 7' } }] }],
    value: 0,
    reason: 'no call of refund fits; call 2 comes nearest: the arguments are no JSON: "{\\"order\\": 7"',
  },
  {
    title: 'reports nothing in its second turn',
    turns: [looked, { response: 'Refunded.' }],
    value: null,
    reason: 'ungraded: turn 2 does not report tool_calls ([] would be none)',
  },
  {
    title: 'reports a call without arguments',
    turns: [looked, { ...paid, tool_calls: [{ name: 'refund' }] }],
    value: null,
    reason: 'turn 2: the application\'s tool_calls[0] has no "arguments" ({} if the tool takes none)',
  },
];
