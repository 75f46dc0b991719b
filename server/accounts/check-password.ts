import type { Context } from '#server/core/context.ts'
import { checkThrottle, clearThrottle, countAttempt, isWithinLimit } from '#server/http/throttles.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { writeLetterLater } from './delayed-letters.ts'
import { findKnownDevice, listDevicesOfUser } from './known-devices.ts'
import { accountLockedLetter } from './letters.ts'
import { passwordMatches, withHashingSlot } from './passwords.ts'
import type { UserRow } from './queries.ts'
import { deviceGuesses, lettersTo, passwordGuesses, wrongPasswords } from './throttle-limits.ts'

/**
 * Refuses after too many wrong passwords; a right one clears the count. A known device has its own, so that nobody else can
 * lock the owner out. Guesses are counted inside the hashing slot, so that many parallel guesses cannot exceed the limit.
 */
export const checkPassword = (
  context: Context,
  email: string,
  user: UserRow | undefined,
  password: string,
): Promise<boolean> =>
  withHashingSlot(async () => {
    const device = await findKnownDevice(context, user?.userID)
    const guesses = {
      ...(user && device ? deviceGuesses(user.userID, device) : passwordGuesses(context, email)),
      userID: user?.userID,
    }
    await checkThrottle(context, guesses)
    if (await passwordMatches(user?.passwordHash, password)) {
      await clearThrottle(context, guesses.key)
      return true
    }
    const { count } = await countAttempt(context, guesses)
    if (user && !device && count === guesses.limit) writeLetterLater(context, () => sendLockedLetter(context, user))
    return false
  }, context.client)

async function sendLockedLetter(context: Context, user: UserRow) {
  if (!(await isWithinLimit(context, lettersTo(context, 'account-locked', user.email)))) return
  await enqueueLetter(context, user, accountLockedLetter(wrongPasswords.limit, wrongPasswords.seconds / 60))
}

/** Called after a reset: with the new password the owner can log in everywhere at once. */
export async function clearPasswordGuesses(context: Context, { userID, email }: UserRow) {
  const devices = await listDevicesOfUser(context.db, userID)
  const counts = [passwordGuesses(context, email), ...devices.map((device) => deviceGuesses(userID, device))]
  await clearThrottle(context, ...counts.map(({ key }) => key))
}
