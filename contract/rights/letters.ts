/** How many months before the end of a right its family gets a letter, once each. */
export const lettersBeforeEnd = [24, 12, 6, 3, 1] as const

/** A letter goes by post to whoever has no email address. */
export const letterWays = ['email', 'post'] as const
