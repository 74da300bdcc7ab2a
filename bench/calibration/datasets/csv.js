// The outcome as a file: one row a cell, from which the table of the docs is made.
import { interval } from '../csv.js';
import { settings } from './settings.js';

const columns = 'group,setting,counted,is_false,replications,hits,rate,lower_95,upper_95,mean_asked,planned';

export function toCsv(cells) {
  return `${[columns, ...cells.map(rowOf)].join('\n')}\n`;
}

function rowOf({ setting, lane, replications, hits, asked }) {
  const { lower, upper } = interval(hits, replications);
  const rates = [hits / replications, lower, upper].map((rate) => rate.toFixed(5));
  const names = [setting.group, setting.name, lane.at].map(inCell);
  return [...names, lane.isFalse ? 1 : 0, replications, hits, ...rates, asked.toFixed(3), lane.planned ?? ''].join(',');
}

function inCell(text) {
  return text.replaceAll(',', ';');
}

/** The cells of a file that `toCsv` wrote; throws where it belongs to other settings. */
export function fromCsv(text) {
  const rows = text.trim().split('\n').slice(1);
  const lanes = settings.flatMap((setting) => setting.lanes.map((lane) => ({ setting, lane })));
  if (rows.length !== lanes.length) throw new Error(`the file has ${rows.length} cells, and there are ${lanes.length}`);
  return rows.map((row, index) => {
    const { setting, lane } = lanes[index];
    const [, name, at, , replications, hits, , , , asked] = row.split(',');
    if (name !== inCell(setting.name) || at !== inCell(lane.at))
      throw new Error(`the file speaks of another cell: ${row}`);
    return { setting, lane, replications: Number(replications), hits: Number(hits), asked: Number(asked) };
  });
}
