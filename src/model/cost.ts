/** What a run will cost, as far as it can be said before it. Dollars. */
export interface CostOutlook {
  /** The most that it can cost if no call has to be made again; null if a model has no price or no bound, or reads what has none. */
  readonly at_most_usd: number | null;
  /** What earlier runs let expect; null without any. */
  readonly about_usd: number | null;
  /** Models for which no bound can be said. */
  readonly without_price: readonly string[];
  /** Those among them that a program asks: it may make a model say more than it is told to. */
  readonly asked_by_programs: readonly string[];
  /** Applications whose responses may be of any length, so that no bound can be said of what reads them. */
  readonly unbounded_apps: readonly string[];
}
