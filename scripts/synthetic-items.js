// The replies of a case with a data set, from `of_items` in scripts/synthetic/<id>.yml: `usual: { field: NAME }` gives the value of that
// field as the reply, and `instead` names the replies of other items by the field `by`, with the judge's verdict if the case has a rubric.
import { extname, join } from 'node:path';
import { fieldOf, fieldText } from '../dist/library/items/item.js';
import { readItems } from '../dist/library/items/read-items.js';
import { ProblemList } from '../dist/library/items/record-place.js';

/** Returns a function that gives the reply to a call of the case; undefined if none is written. */
export function repliesToItems(root, { file, inputs }, { by, usual, instead }) {
  const fields = Object.values(inputs);
  const items = readAll(join(root, file), file).map((values) => {
    const other = instead[fieldText(values, by)];
    const { reply, judge } = typeof other === 'string' ? { reply: other } : (other ?? usualReply(values, usual));
    return { asked: fields.map((field) => fieldText(values, field)), reply, judge };
  });
  return ({ role, request }) => {
    const text = [request.system ?? '', ...request.messages.map(({ content }) => content)].join('\n');
    if (role === 'subject') return longestIn(text, items, ({ asked }) => asked)?.reply;
    return longestIn(text, items, ({ reply }) => [reply])?.judge;
  };
}

function usualReply(values, usual) {
  const value = fieldOf(values, usual.field);
  return { reply: typeof value === 'string' ? value : JSON.stringify(value) };
}

/** A short text may be part of a longer one, so the item with the longest texts is the one that is meant. */
function longestIn(text, items, textsOf) {
  const length = (item) => textsOf(item).join('').length;
  return items
    .filter((item) => textsOf(item).every((part) => text.includes(part)))
    .sort((a, b) => length(b) - length(a))[0];
}

function readAll(path, file) {
  const items = [];
  const format = extname(file).slice(1);
  readItems({ path, file, format }, ({ values }) => items.push(values), new ProblemList(file));
  return items;
}
