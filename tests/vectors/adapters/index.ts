import type { Adapter } from '../adapter.js';
import { binomialTestAdapter } from './binomial_test.js';
import { clopperPearsonAdapter } from './clopper_pearson.js';
import { clusteredSeAdapter } from './clustered_se.js';
import { cohenKappaAdapter } from './cohen_kappa.js';
import { holmAdapter } from './holm.js';
import { krippendorffAlphaAdapter } from './krippendorff_alpha.js';
import { mcnemarExactAdapter } from './mcnemar_exact.js';
import { pairedDifferenceAdapter } from './paired_difference.js';
import { ppiMeanAdapter } from './ppi_mean.js';
import { roganGladenAdapter } from './rogan_gladen.js';
import { signFlipExactAdapter } from './sign_flip_exact.js';

/** One adapter for each kind of vector. */
export const adapters: Readonly<Record<string, Adapter>> = {
  binomial_test: binomialTestAdapter,
  clopper_pearson: clopperPearsonAdapter,
  clustered_se: clusteredSeAdapter,
  cohen_kappa: cohenKappaAdapter,
  holm: holmAdapter,
  krippendorff_alpha: krippendorffAlphaAdapter,
  mcnemar_exact: mcnemarExactAdapter,
  paired_difference: pairedDifferenceAdapter,
  ppi_mean: ppiMeanAdapter,
  rogan_gladen: roganGladenAdapter,
  sign_flip_exact: signFlipExactAdapter,
};
