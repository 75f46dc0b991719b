/** The growth as a straight line through all samples, in percent of its mean each hour. */
export interface Growth {
  perHour: number
  /**
   * Half of the 95 % confidence interval. It assumes independent samples; samples of memory are not quite independent.
   */
  uncertainty: number
  mean: number
}

const hourMs = 3_600_000

/** The line is fitted by ordinary least squares. */
export function fitSlope(points: readonly { at: number; value: number }[]): Growth {
  const count = points.length
  const meanAt = points.reduce((sum, { at }) => sum + at, 0) / count
  const mean = points.reduce((sum, { value }) => sum + value, 0) / count
  const spread = points.reduce((sum, { at }) => sum + (at - meanAt) ** 2, 0)
  const slope = points.reduce((sum, { at, value }) => sum + (at - meanAt) * (value - mean), 0) / spread
  const rest = points.reduce((sum, { at, value }) => sum + (value - mean - slope * (at - meanAt)) ** 2, 0)
  const error = Math.sqrt(rest / Math.max(1, count - 2) / spread)
  const toPercentAnHour = (perMs: number) => (mean === 0 ? 0 : (perMs * hourMs * 100) / mean)
  return { perHour: toPercentAnHour(slope), uncertainty: toPercentAnHour(2 * error), mean }
}

/** Whether it grows by more than so many percent an hour, even at the lower end of its interval. */
export const growsBeyond = (limit: number, { perHour, uncertainty }: Growth): boolean => perHour - uncertainty > limit
