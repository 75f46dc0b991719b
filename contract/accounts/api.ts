import { z } from 'zod'
import { callsBelow, type FormOptions } from '../endpoint.ts'
import { assignedRoles, listedRoles, roles } from '../roles.ts'
import { nricOf, pageQuery, reason, required, Success, uuid } from '../schema-parts.ts'
import { languageNames } from '../words/languages.ts'
import { AccountEdit, NewPassword, Registration } from './account.ts'
import { OwnerProof, SecondFactor } from './second-factor.ts'

/** An ALTCHA v2 challenge. The browser solves it and returns it with the solution as `recaptchaToken` (JSON in base64). */
export const BotCheckChallenge = z.object({ parameters: z.looseObject({}), signature: z.string() })
export type BotCheckChallenge = z.infer<typeof BotCheckChallenge>

export const SessionUser = z.object({ userID: z.string(), role: z.enum(roles) })
export type SessionUser = z.infer<typeof SessionUser>

const contactDetails = {
  userID: z.string(),
  username: z.string(),
  fullName: z.string(),
  email: z.string(),
  contactNumber: z.string(),
}

const personalDetails = {
  /** Street, unit and postal code joined by comma and space. */
  userAddress: z.string(),
  gender: z.string(),
  nationality: z.string(),
  dob: z.string(),
}

export const User = z.object({
  ...contactDetails,
  /** Null if the address was never changed, so nobody was asked to confirm it. */
  emailConfirmed: z.boolean().nullable(),
  ...personalDetails,
  street: z.string().nullable(),
  unitNumber: z.string().nullable(),
  postalCode: z.string().nullable(),
  /** The NRIC, only where a form needs it: for the user's own account, and for staff who book for an applicant. */
  nric: nricOf('userID').optional(),
  role: z.enum(roles),
})
export type User = z.infer<typeof User>

/** A row of the admin's user list, which never contains an NRIC. */
export const ListedUser = z.object({
  ...contactDetails,
  ...personalDetails,
  role: z.enum(listedRoles),
  /** The language of letters; `null` if none is chosen. */
  language: z.enum(languageNames).nullable(),
  suspended: z.boolean(),
  /** Somebody has opened a link that was mailed to this address. */
  emailConfirmed: z.boolean(),
})
export type ListedUser = z.infer<typeof ListedUser>

/** A match that a clerk sees while typing a number, an email or an NRIC. */
export const ExistingUser = z.object(contactDetails)
export type ExistingUser = z.infer<typeof ExistingUser>

const linkToken = z.object({ token: required('This link is not complete.', 200) })
const recaptchaToken = z.string().max(8000).default('')
const sixDigitCode = required('Please enter the 6-digit code.', 20)
const Secret = z.object({ secret: z.string(), otpauthUrl: z.string(), email: z.string() })
const RecoveryCodes = Success.extend({ recoveryCodes: z.array(z.string()) })

const withReason = z.object({ userID: uuid, reason })

const { anyone, atStages, signedIn, staff, admins } = callsBelow('/api/user')

export const botCheckApi = {
  challenge: anyone.get('/api/bot-check/challenge', 'A challenge for the bot check', { reply: BotCheckChallenge }),
} as const

export const accountApi = {
  me: signedIn.get('me', 'The signed-in user', { reply: SessionUser }),
  logout: atStages('password', 'setup', 'full').post('logout', 'End the session'),
  login: anyone.post('login', 'First factor: email and password', {
    body: z.object({ email: z.string().trim().toLowerCase().max(200), password: z.string().max(200), recaptchaToken }),
    reply: Success.extend({ redirectTo: z.string(), twoFARequired: z.boolean(), twoFASetupRequired: z.boolean() }),
  }),
  register: anyone.post('register', 'Open an account', {
    body: ({ today }: FormOptions) => Registration(today).extend({ recaptchaToken }),
    reply: Success.extend({ redirectTo: z.string(), twoFAEnabled: z.boolean() }),
  }),
  generateSecret: atStages('setup').post('generate-2fa-secret', 'Start setting up the second factor', {
    reply: Secret,
  }),
  verifySetup: atStages('setup').post('verify-2fa', 'Finish setting up the second factor', {
    body: z.object({ token: sixDigitCode }),
    reply: RecoveryCodes,
  }),
  verifyLogin: atStages('password').post(
    'verify-login-2fa',
    'Second factor: an authenticator code, a recovery code or a passkey',
    { body: SecondFactor },
  ),
  confirmSecondFactor: signedIn.post(
    'confirm-2fa',
    'Enter the second factor again, for calls that ask for a recent one',
    { body: SecondFactor },
  ),
  demoCode: atStages('password', 'full').get('/api/demo/code', 'The current authenticator code of this demo account', {
    demoOnly: true,
    reply: z.object({ code: z.string() }),
  }),
  sendReset: anyone.post('/api/email/sendResetPassword', 'Request a password reset link', {
    body: z.object({
      to: z.string().trim().toLowerCase().max(200),
      link: z.string().max(500).optional(),
      /** Needed only after many requests for this address or from this network. */
      recaptchaToken,
    }),
  }),
  resetPassword: anyone.post('/api/auth/resetPassword', 'Set a new password with the token from the reset email', {
    body: z.object({ token: required('Missing reset token.', 200), newPassword: NewPassword }),
  }),
  edit: signedIn.post(
    'edit_account',
    "Change the signed-in user's details; another email, and outside the demo another name or phone number, needs the password or the second factor",
    { body: (options: FormOptions) => AccountEdit(options).extend(OwnerProof.shape) },
  ),
  sendEmailConfirmation: signedIn.post(
    'send-email-confirmation',
    'Send the link that confirms a changed email address again',
  ),
  confirmEmail: anyone.post('confirm-email', 'Confirm a changed email address with the token from the letter to it', {
    body: linkToken,
  }),
  undoEmailChange: anyone.post(
    'undo-email-change',
    'Restore the old email address with the token from the letter to it, end all sessions, and remove what was added for signing in',
    { body: linkToken },
  ),
  changePassword: signedIn.post('change_password', "Change the signed-in user's password", {
    body: z.object({ oldPassword: z.string().max(200), newPassword: NewPassword }),
  }),
  newRecoveryCodes: signedIn.post('recovery-codes', "Replace the signed-in user's recovery codes", {
    ownerProof: 'factor',
    body: OwnerProof,
    reply: RecoveryCodes,
  }),
  byID: signedIn.get('getUserByID', 'One user by ID', {
    recordedRead: { kind: 'account', subject: 'userID' },
    query: z.object({ userID: uuid }),
    reply: User,
  }),
  byNRIC: staff.post('getUserByNRIC', 'One user by NRIC', {
    body: z.object({ nric: required('Please enter a valid NRIC.', 20).toUpperCase() }),
    reply: User,
  }),
  findExisting: staff.get('findExistingUser', 'Users who match an NRIC, contact number or email being typed', {
    query: z.object({ attr: z.enum(['nric', 'contactNumber', 'email']), value: z.string().trim().min(1).max(200) }),
    reply: z.array(ExistingUser),
  }),
  all: admins.get('all_users', 'All users, in pages of at most 1,000', {
    recordedRead: { kind: 'users' },
    query: pageQuery.extend({ search: z.string().trim().max(100).optional(), role: z.enum(listedRoles).optional() }),
    reply: z.array(ListedUser),
  }),
  updateRole: admins.post('update_role', 'Change the role of a user', {
    freshFactor: true,
    body: z.object({ userID: uuid, role: z.enum(assignedRoles) }),
  }),
  resetSecondFactor: admins.post('reset-2fa', 'Reset the second factor of a user, who then sets it up again', {
    freshFactor: true,
    body: withReason,
  }),
  suspend: admins.post('suspend', 'Suspend an account: it cannot sign in, and what the person has begun ends', {
    freshFactor: true,
    body: withReason,
  }),
  liftSuspension: admins.post('lift-suspension', 'Let a suspended account sign in again', {
    freshFactor: true,
    body: withReason,
  }),
} as const
