import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { testedPackage } from './tested-package.js';

process.env['BENCH_PACKAGE'] = fileURLToPath(testedPackage);

/** Loads a file of `bench/`, which measures the package that the tests run. */
export const benchmark = (file: string) => import(pathToFileURL(resolve('bench', file)).href);
