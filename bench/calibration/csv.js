// The outcome of a calibration as a file: one row a cell. The table of the docs and the verdict are made from it.
import { clopperPearsonLower, clopperPearsonUpper } from '../../dist/stats/binomial.js';
import { settings } from './settings.js';

const columns =
  'data,criterion,params,n,alpha,method,replications,false_passes,false_pass_rate,lower_95,upper_95,truth,passes,power';

/** The Clopper-Pearson 95 % interval of a rate of replications. */
export function interval(count, replications) {
  const alpha = 0.025;
  return {
    lower: clopperPearsonLower(count, replications, alpha),
    upper: clopperPearsonUpper(count, replications, alpha),
  };
}

export function toCsv(cells) {
  return `${[columns, ...cells.map(rowOf)].join('\n')}\n`;
}

function rowOf({ setting, n, alpha, method, replications, falsePasses, passes }) {
  const { lower, upper } = interval(falsePasses, replications);
  const params = JSON.stringify(setting.boundary.params).replaceAll('"', '').replaceAll(',', ' ').slice(1, -1);
  const name = setting.name.replaceAll(',', ';');
  const rates = [falsePasses / replications, lower, upper].map((rate) => rate.toFixed(5));
  const truth = [setting.true.said, passes, (passes / replications).toFixed(4)];
  return [name, setting.criterion, params, n, alpha, method, replications, falsePasses, ...rates, ...truth].join(',');
}

/** The cells of a file that `toCsv` wrote; throws where it belongs to other settings. */
export function fromCsv(text) {
  const rows = text
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(','));
  const byName = new Map(settings.map((setting) => [nameIn(setting), setting]));
  return rows.map((row) => {
    const setting = byName.get(row.slice(0, 3).join(','));
    if (!setting) throw new Error(`the file speaks of a setting that there is not: ${row.slice(0, 3).join(', ')}`);
    const [n, alpha, method, replications, falsePasses] = row.slice(3, 8);
    return {
      setting,
      n: Number(n),
      alpha: Number(alpha),
      method,
      replications: Number(replications),
      falsePasses: Number(falsePasses),
      passes: Number(row[12]),
    };
  });
}

function nameIn(setting) {
  return rowOf({ setting, replications: 1, falsePasses: 0, passes: 0 }).split(',').slice(0, 3).join(',');
}
