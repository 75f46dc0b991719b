import { AppError } from '#server/http/errors.ts'
import { isCommonPassword } from './common-passwords.ts'

interface PasswordOwner {
  username: string
  email: string
}

/** The rules that need the password list or the user. The contract checks the length. */
export function refuseWeakPassword(
  field: 'password' | 'newPassword',
  password: string,
  { username, email }: PasswordOwner,
) {
  const message = passwordWeakness(password.toLowerCase(), username.toLowerCase(), email.split('@')[0] ?? '')
  if (message) throw new AppError('INVALID', { errors: { [field]: message } })
}

function passwordWeakness(password: string, username: string, emailName: string): string | undefined {
  if (password === username || password === emailName) {
    return 'Please choose a password that is not your username or e-mail name'
  }
  if (isCommonPassword(password)) return 'This password is too common. Please choose another'
  return undefined
}
