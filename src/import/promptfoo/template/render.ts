import { evaluate, type Variables } from './evaluate.js';
import type { Expression } from './expression.js';
import { parseTemplate } from './parse.js';
import { limited, outputOf, TemplateFailure, type TemplateValue } from './template-value.js';

export type Rendered = { readonly text: string } | { readonly unsupported: string };

/** Renders a template with the variables of a test, to the text that Nunjucks makes of it. Executes nothing. */
export function renderTemplate(text: string, vars: Variables): Rendered {
  const template = parseTemplate(text);
  if ('unsupported' in template) return { unsupported: template.unsupported };
  return attempt(() => {
    const texts = template.pieces.map((piece) =>
      piece.kind === 'text' ? piece.text : outputOf(evaluate(piece.expression, vars)),
    );
    return { text: limited(texts.join('')) };
  });
}

export type Computed = { readonly value: TemplateValue } | { readonly unsupported: string };

/** Computes the value of an expression; `unsupported` says why it has none for these variables. */
export function compute(expression: Expression, vars: Variables): Computed {
  return attempt(() => ({ value: evaluate(expression, vars) }));
}

function attempt<T>(run: () => T): T | { readonly unsupported: string } {
  try {
    return run();
  } catch (error) {
    if (error instanceof TemplateFailure) return { unsupported: error.message };
    throw error;
  }
}
