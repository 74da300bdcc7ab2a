import type { ExpectationContext } from '../assertions/context.js';
import { leftOut, type Mapped } from '../assertions/mapped.js';
import type { Assertion } from '../assertions/reading/assertion.js';
import { fileReference } from './javascript/file-reference.js';
import { javascriptAssertion } from './javascript/javascript-assertion.js';
import { pythonAssertion } from './python/python-assertion.js';
import type { Chain } from './transforms/chain.js';

/** Returns true for the types whose value is code. */
export function isCodeType(type: string): boolean {
  return type === 'javascript' || type === 'python';
}

/** Carries over code in the language of its file, else of its type. */
export function mapCode(assertion: Assertion, chain: Chain, context: ExpectationContext): Mapped {
  const path = typeof assertion.value === 'string' ? (fileReference(assertion.value)?.path ?? '') : '';
  if (path.endsWith('.rb')) return leftOut('eva runs no Ruby', 'write a `module` or `command` check');
  const isPython = path.endsWith('.py') || (assertion.type === 'python' && !/\.[cm]?[jt]s$/i.test(path));
  return isPython ? pythonAssertion(assertion, chain, context) : javascriptAssertion(assertion, chain, context);
}
