import type { Adapter } from '../adapter.js';
import { binomialTestAdapter } from './binomial_test.js';
import { clopperPearsonAdapter } from './clopper_pearson.js';
import { clusteredProportionAdapter } from './clustered_proportion.js';
import { clusteredSeAdapter } from './clustered_se.js';
import { cohenKappaAdapter } from './cohen_kappa.js';
import { curtailmentAdapter } from './curtailment.js';
import { holmAdapter } from './holm.js';
import { krippendorffAlphaAdapter } from './krippendorff_alpha.js';
import { mcnemarExactAdapter } from './mcnemar_exact.js';
import { meanBoundedAdapter } from './mean_bounded.js';
import { medianAssertionAdapter } from './median_assertion.js';
import { minNAdapter } from './min_n.js';
import { mixtureEvalueAdapter } from './mixture_evalue.js';
import { pairedDifferenceAdapter } from './paired_difference.js';
import { powerAdapter } from './power.js';
import { ppiMeanAdapter } from './ppi_mean.js';
import { proportionAssertionAdapter } from './proportion_assertion.js';
import { quantileAssertionAdapter } from './quantile_assertion.js';
import { quantileBoundAdapter } from './quantile_bound.js';
import { roganGladenAdapter } from './rogan_gladen.js';
import { sampleSizeAdapter } from './sample_size.js';
import { seqPlanAdapter } from './seq_plan.js';
import { signFlipExactAdapter } from './sign_flip_exact.js';
import { sprtAdapter } from './sprt.js';
import { tTestMeanAdapter } from './t_test_mean.js';

/** One adapter for each kind of vector. */
export const adapters: Readonly<Record<string, Adapter>> = {
  binomial_test: binomialTestAdapter,
  clopper_pearson: clopperPearsonAdapter,
  clustered_se: clusteredSeAdapter,
  cohen_kappa: cohenKappaAdapter,
  curtailment: curtailmentAdapter,
  holm: holmAdapter,
  krippendorff_alpha: krippendorffAlphaAdapter,
  mcnemar_exact: mcnemarExactAdapter,
  min_n: minNAdapter,
  mixture_evalue: mixtureEvalueAdapter,
  paired_difference: pairedDifferenceAdapter,
  power: powerAdapter,
  ppi_mean: ppiMeanAdapter,
  quantile_bound: quantileBoundAdapter,
  rogan_gladen: roganGladenAdapter,
  sample_size: sampleSizeAdapter,
  seq_plan: seqPlanAdapter,
  sign_flip_exact: signFlipExactAdapter,
  sprt: sprtAdapter,
  proportion_assertion: proportionAssertionAdapter,
  median_assertion: medianAssertionAdapter,
  quantile_assertion: quantileAssertionAdapter,
  mean_bounded: meanBoundedAdapter,
  clustered_proportion: clusteredProportionAdapter,
  t_test_mean: tTestMeanAdapter,
};
