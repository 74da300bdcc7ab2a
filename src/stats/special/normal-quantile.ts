import { requireProbability } from '../domain.js';

/** Coefficients of numerator and denominator, by rising powers. */
type Rational = readonly [readonly number[], readonly number[]];

/** For |p - ½| <= 0.425, in powers of 0.180625 - (p - ½)². */
const central: Rational = [
  [
    3.387_132_872_796_366_5, 133.141_667_891_784_38, 1971.590_950_306_551_3, 13_731.693_765_509_46,
    45_921.953_931_549_87, 67_265.770_927_008_7, 33_430.575_583_588_13, 2509.080_928_730_122_7,
  ],
  [
    1, 42.313_330_701_600_91, 687.187_007_492_057_9, 5394.196_021_424_751, 21_213.794_301_586_597,
    39_307.895_800_092_71, 28_729.085_735_721_943, 5226.495_278_852_854,
  ],
];

/** For r = sqrt(-ln(smaller tail)) <= 5, in powers of r - 1.6. */
const outer: Rational = [
  [
    1.423_437_110_749_683_5, 4.630_337_846_156_546, 5.769_497_221_460_691, 3.647_848_324_763_204_5,
    1.270_458_252_452_368_4, 0.241_780_725_177_450_6, 0.022_723_844_989_269_184, 0.000_774_545_014_278_341_4,
  ],
  [
    1, 2.053_191_626_637_759, 1.676_384_830_183_803_8, 0.689_767_334_985_1, 0.148_103_976_427_480_08,
    0.015_198_666_563_616_457, 0.000_547_593_808_499_534_5, 1.050_750_071_644_416_9e-9,
  ],
];

/** For r > 5, in powers of r - 5. */
const far: Rational = [
  [
    6.657_904_643_501_103, 5.463_784_911_164_114, 1.784_826_539_917_291_3, 0.296_560_571_828_504_87,
    0.026_532_189_526_576_124, 0.001_242_660_947_388_078_4, 2.711_555_568_743_487_6e-5, 2.010_334_399_292_288_1e-7,
  ],
  [
    1, 0.599_832_206_555_888, 0.136_929_880_922_735_8, 0.014_875_361_290_850_615, 0.000_786_869_131_145_613_3,
    1.846_318_317_510_054_8e-5, 1.421_511_758_316_446e-7, 2.044_263_103_389_939_7e-15,
  ],
];

function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0);
}

function ratio([numerator, denominator]: Rational, x: number): number {
  return polynomial(numerator, x) / polynomial(denominator, x);
}

/**
 * Returns the z with P(Z <= z) = p for a standard normal Z and p in [0, 1]. Relative accuracy about 1e-15; infinite at 0 and 1.
 * Algorithm AS 241, PPND16 (Wichura 1988). Throws a RangeError outside [0, 1].
 */
export function normalQuantile(p: number): number {
  requireProbability('p', p);
  if (p === 0 || p === 1) return p === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) return q * ratio(central, 0.180_625 - q * q);
  const r = Math.sqrt(-Math.log(Math.min(p, 1 - p)));
  const size = r <= 5 ? ratio(outer, r - 1.6) : ratio(far, r - 5);
  return q < 0 ? -size : size;
}
