import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const checkout = new URL('../../', import.meta.url);
const bundled = new URL('../package/', import.meta.url);

/** True if `npm test` has bundled the package since tsc last wrote to dist/. */
function isBundleFresh(): boolean {
  const madeAt = (file: URL) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return madeAt(new URL('dist/index.js', bundled)) > madeAt(new URL('dist/.tsbuildinfo', checkout));
}

/** The folder of the package that commands are run from: as it is published if it is bundled, or else the checkout. */
export const testedPackage: URL = isBundleFresh() ? bundled : checkout;

/** The launcher of that package. */
export const launcher: string = fileURLToPath(new URL('bin/eva.js', testedPackage));
