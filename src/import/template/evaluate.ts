import type { VarValue } from '../imported.js';
import {
  type Expression,
  isScalar,
  joinedText,
  limited,
  memberOf,
  shownText,
  TemplateFailure,
  type TemplateValue,
} from './expression.js';
import { applyFilter } from './filters.js';
import { parseTemplate } from './parse-template.js';

export type Variables = Readonly<Record<string, VarValue>>;

/** Computes an expression from the variables of a test. Throws `TemplateFailure` where Nunjucks fails or the value is a picture or PDF. */
function valueOfExpression(expression: Expression, vars: Variables): TemplateValue {
  switch (expression.kind) {
    case 'value':
      return expression.value;
    case 'name': {
      const found = Object.hasOwn(vars, expression.name) ? vars[expression.name] : undefined;
      if (found?.kind === 'media')
        throw new TemplateFailure(`the text of \`${expression.name}\`, which is a picture or a PDF`);
      return found?.value;
    }
    case 'member':
      return memberOf(valueOfExpression(expression.of, vars), valueOfExpression(expression.key, vars));
    case 'join':
      return joined(
        expression.mark,
        valueOfExpression(expression.left, vars),
        valueOfExpression(expression.right, vars),
      );
    case 'escaped':
      return limited(JSON.stringify(shownText(valueOfExpression(expression.of, vars))).slice(1, -1));
    case 'filter': {
      const list = expression.args.list.map((value) => valueOfExpression(value, vars));
      const named = Object.fromEntries(
        expression.args.named.map(([name, value]) => [name, valueOfExpression(value, vars)]),
      );
      return applyFilter(expression.name, valueOfExpression(expression.of, vars), { list, named });
    }
  }
}

function joined(mark: '~' | '+', left: TemplateValue, right: TemplateValue): TemplateValue {
  const isText = [left, right].some(
    (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
  );
  if (mark === '~' || isText) return limited(joinedText(left) + joinedText(right));
  return numberIn(left) + numberIn(right);
}

function numberIn(value: TemplateValue): number {
  return value === null || isScalar(value) ? Number(value) : Number.NaN;
}

type Rendered = { readonly text: string } | { readonly unsupported: string };

/** Renders a template with the variables of a test, to the text that Nunjucks makes of it. Executes nothing. */
export function renderTemplate(text: string, vars: Variables): Rendered {
  const template = parseTemplate(text);
  if ('unsupported' in template) return { unsupported: template.unsupported };
  return attempt(() => {
    const texts = template.pieces.map((piece) =>
      piece.kind === 'text' ? piece.text : shownText(valueOfExpression(piece.expression, vars)),
    );
    return { text: limited(texts.join('')) };
  });
}

export type Computed = { readonly value: TemplateValue } | { readonly unsupported: string };

/** Computes the value of an expression; `unsupported` says why it has none for these variables. */
export function compute(expression: Expression, vars: Variables): Computed {
  return attempt(() => ({ value: valueOfExpression(expression, vars) }));
}

function attempt<T>(run: () => T): T | { readonly unsupported: string } {
  try {
    return run();
  } catch (error) {
    if (error instanceof TemplateFailure) return { unsupported: error.message };
    throw error;
  }
}
