import { missed } from '#view/groups.js';
import { answerText, type ReplyPair } from '#view/pairs/changed-replies.js';
import type { Reply } from '#view/view.js';
import type { CompareReport } from './report.js';

/** Returns a comparison for programs: with the pairs that were chosen, why replies are missing, and the command that gets them. */
export async function comparisonDocument({ comparison, told }: CompareReport): Promise<object> {
  const { missing } = told.context;
  const items: object[] = [];
  for await (const pair of told.items?.read() ?? []) items.push(itemDocument(pair));
  const why = missing && { missing_reasons: missing.reasons, resume: missing.next.command };
  return { ...comparison, ...why, ...(told.items && { items }) };
}

/** Returns a pair for JSON: its inputs, and both answers with what they miss. */
function itemDocument({ case: name, inputs, change, a, b }: ReplyPair): object {
  const item = b.item ?? a.item;
  return {
    case: name.raw,
    trial: b.trial,
    ...(item && { item: item.id.raw, draw: item.draw }),
    change,
    inputs: Object.fromEntries(inputs.map((input) => [input.name.raw, input.value.raw])),
    a: answerDocument(a),
    b: answerDocument(b),
  };
}

function answerDocument(reply: Reply): object {
  const findings = missed(reply).map(({ kind, mark, about, reason }) => ({
    ...{ kind, mark, about: about.raw, reason: reason.raw },
  }));
  return { outcome: reply.outcome, answer: reply.is_cut ? null : answerText(reply), findings };
}
