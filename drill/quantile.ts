/** The nearest rank: the least of the values that this share of them is not above; NaN of none. */
export function quantile(share: number, values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN
}
export const median = (values: readonly number[]) => quantile(0.5, values)
