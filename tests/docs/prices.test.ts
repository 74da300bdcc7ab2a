import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import test from 'node:test';
import { listPrice, priceSources, priceTable, type Seller, tableDate } from '#provider/prices/price-table.js';

const page = 'docs/reference/providers.md';
const marks = /(<!-- built-in prices:begin -->\n)([\s\S]*?)(<!-- built-in prices:end -->)/;

/** Renders the table: `U=1 node --test` writes it into the page. */
function tableText(): string {
  const rows = (Object.keys(priceTable) as Seller[]).flatMap((seller) =>
    priceTable[seller].map((row) => {
      const place = row.cloudsOnly ? 'global' : 'provider';
      const price = listPrice({ seller, model: row.id, place }, new Date(tableDate));
      const { long } = price ?? {};
      const above = long
        ? `above ${long.above_tokens.toLocaleString('en')} tokens: ${long.input} / ${long.output}`
        : '';
      const notes = [above, row.until ? `until ${row.until}` : '', row.cloudsOnly ? 'clouds only' : ''];
      return `| \`${row.id}\` | ${price?.input} / ${price?.output} | ${notes.filter((note) => note !== '').join('; ')} | ${row.source} |`;
    }),
  );
  const sources = Object.entries(priceSources).map(
    ([name, { page, read_on }]) => `${name}: <${page}>, read on ${read_on}`,
  );
  return `\nThe table of ${tableDate}, in US dollars per million tokens, input / output:\n\n| model | price | | source |\n|---|---|---|---|\n${rows.join('\n')}\n\nSources: ${sources.join(' · ')}\n\n`;
}

test('the page of providers has the built-in prices, as they are', () => {
  const text = readFileSync(page, 'utf8');
  const [, begin = '', shown, end = ''] = marks.exec(text) ?? [];
  const table = tableText();
  if (process.env['U'] === '1')
    writeFileSync(
      page,
      text.replace(marks, () => begin + table + end),
    );
  else assert.equal(shown, table, 'U=1 writes it anew');
});
