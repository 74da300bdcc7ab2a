import type { ConfigNode } from '../../../config-node.js';
import type { ExpectationContext } from '../context.js';
import { carried, leftOut, type Mapped } from '../mapped.js';
import { type Assertion, thresholdOf } from '../reading/assertion.js';

/** Carries over `is-refusal`: promptfoo looks for phrases, eva asks the judge. */
export function isRefusal({ isNot }: Assertion): Mapped {
  return carried([{ [isNot ? 'not_refuses' : 'refuses']: true }]);
}

/** Carries over `finish-reason`. eva fails an answer that was cut in any case; the check makes the case a judged one, and counts for a threshold. */
export function finishReason({ isNot, value }: Assertion, { reportsCalls, tools }: ExpectationContext): Mapped {
  const reason = typeof value === 'string' ? value.toLowerCase() : '';
  const isStop = reason === 'stop' && !isNot;
  const isNotCut = reason === 'length' && isNot;
  if (isStop && tools.length > 0 && reportsCalls) return carried([{ max_calls: 0 }], { ...whole, sees: 'facts' });
  if (isStop || (isNotCut && tools.length === 0)) return carried([{ min_tokens: 1 }], whole);
  if (isNotCut) return carried([], whole);
  if (reason === 'tool_calls' && !isNot && reportsCalls) return carried([{ min_calls: 1 }]);
  return leftOut('eva does not check why an answer ended');
}

const whole = { noted: { reason: 'eva fails an answer that was cut, also without a check' } };

const defaultSimilarity = 0.75;

/** Carries over `similar`: the cosine with a text, or with one of several texts. */
export function similar(assertion: Assertion, context: ExpectationContext): Mapped {
  const { value, isNot, node, test } = assertion;
  const texts = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(texts) || texts.length === 0) return leftOut('its value is no text and no list of texts');
  const limit = thresholdOf(assertion) ?? defaultSimilarity;
  const reached = context.reachEmbedding(embeddingNode(node.child('provider') ?? test.options['provider']));
  if ('unreachable' in reached) {
    return leftOut(
      `its embedding model cannot be reached: ${reached.unreachable}`,
      'use `similar` with an `embedding_model` of your own',
    );
  }
  const checks = texts.map((to) => ({ similar: { to, [isNot ? 'max' : 'min']: limit } }));
  const isEither = !isNot && checks.length > 1;
  return {
    ...carried(isEither ? [{ at_least: { count: 1, of: checks } }] : checks, { embedding: reached }),
    isDecision: false,
  };
}

/** Returns the `embedding` of a provider that names one for each purpose; a judge for texts alone is no embedding model. */
function embeddingNode(node: ConfigNode | undefined): ConfigNode | undefined {
  const isByPurpose = ['text', 'embedding', 'classification'].some((key) => node?.child(key));
  return isByPurpose ? node?.child('embedding') : node;
}
