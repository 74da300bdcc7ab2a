import { type Assertion, type ExpectationContext, leftOut, type Mapped } from '../assertions/mapped.js';
import type { Chain } from './chain.js';
import { fileReference } from './copy-module.js';
import { javascriptAssertion } from './javascript-assertion.js';
import { pythonAssertion } from './python-assertion.js';

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
