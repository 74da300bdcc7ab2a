/** Returns true if a number is a multiple of another one, in decimal arithmetic on their shortest texts: 19.99 is one of 0.01. */
export function isMultipleOf(value: number, of: number): boolean {
  const [a, b] = [decimalOf(value), decimalOf(of)];
  const places = Math.max(a.places, b.places);
  const whole = ({ digits, places: own }: Decimal) => digits * 10n ** BigInt(places - own);
  return b.digits !== 0n && whole(a) % whole(b) === 0n;
}

/** The number `digits / 10 ** places`. */
interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

function decimalOf(value: number): Decimal {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) };
}
