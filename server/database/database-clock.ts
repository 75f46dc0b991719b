/**
 * The time of the database, counted on by the steady clock of this machine, which nobody can set. What time the machine itself believes
 * it is decides nothing, once the database has answered.
 */
export function createDatabaseClock() {
  /** How far the time of the database is ahead of the steady clock, in milliseconds. */
  let ahead = Date.now() - performance.now()
  const now = () => performance.now() + ahead

  return {
    clock: () => new Date(now()),
    /** How far the clock of this machine is ahead; negative if it is behind. */
    secondsAhead: () => Math.round((Date.now() - now()) / 1000),
    /** The database read its clock between the question and now. Within that, what is known already is more precise. */
    adjust: (time: number, askedAt: number) => {
      ahead = Math.min(Math.max(ahead, time - performance.now()), time - askedAt)
    },
  }
}
