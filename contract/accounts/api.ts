import { z } from 'zod'
import { everyRole, type FormOptions, get, post } from '../endpoint.ts'
import { assignedRoles, listedRoles, roles } from '../roles.ts'
import { nricOf, pageQuery, required, uuid } from '../schema-parts.ts'
import { AccountEdit, NewPassword, Registration } from './account.ts'
import { OwnerProof, SecondFactor } from './second-factor.ts'

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
  /** Only where a form needs it: for the user's own account, and for staff who book for an applicant. */
  nric: nricOf('userID').optional(),
  role: z.enum(roles),
})
export type User = z.infer<typeof User>

/** A row of the admin's user list, which never contains an NRIC. */
export const ListedUser = z.object({
  ...contactDetails,
  ...personalDetails,
  role: z.enum(listedRoles),
  suspended: z.boolean(),
  /** Somebody has opened a link that was mailed to this address. */
  emailConfirmed: z.boolean(),
})
export type ListedUser = z.infer<typeof ListedUser>

/** A match that a clerk sees while typing a number, an e-mail or an NRIC. */
export const ExistingUser = z.object(contactDetails)
export type ExistingUser = z.infer<typeof ExistingUser>

const linkToken = z.object({ token: required('This link is not complete.', 200) })
const recaptchaToken = z.string().max(8000).default('')
const sixDigitCode = required('Please enter the 6-digit code.', 20)
const Secret = z.object({ secret: z.string(), otpauthUrl: z.string(), email: z.string() })
const RecoveryCodes = z.object({ success: z.literal(true), recoveryCodes: z.array(z.string()) })

const withReason = z.object({ userID: uuid, reason: required('Please give a reason.', 500) })

export const accountApi = {
  me: get('/api/user/me', {
    roles: everyRole,
    summary: 'The signed-in user',
    reply: SessionUser,
  }),
  logout: post('/api/user/logout', {
    roles: { stages: ['password', 'setup', 'full'] },
    summary: 'End the session',
  }),
  login: post('/api/user/login', {
    roles: 'anyone',
    summary: 'First factor: e-mail and password',
    body: z.object({ email: z.string().trim().toLowerCase().max(200), password: z.string().max(200), recaptchaToken }),
    reply: z.object({
      success: z.literal(true),
      redirectTo: z.string(),
      twoFARequired: z.boolean(),
      twoFASetupRequired: z.boolean(),
    }),
  }),
  register: post('/api/user/register', {
    roles: 'anyone',
    summary: 'Open an account',
    body: ({ today }: FormOptions) => Registration(today).extend({ recaptchaToken }),
    reply: z.object({ success: z.literal(true), redirectTo: z.string(), twoFAEnabled: z.boolean() }),
  }),
  generateSecret: post('/api/user/generate-2fa-secret', {
    roles: { stages: ['setup'] },
    summary: 'Start setting up the second factor',
    reply: Secret,
  }),
  verifySetup: post('/api/user/verify-2fa', {
    roles: { stages: ['setup'] },
    summary: 'Finish setting up the second factor',
    body: z.object({ token: sixDigitCode }),
    reply: RecoveryCodes,
  }),
  verifyLogin: post('/api/user/verify-login-2fa', {
    roles: { stages: ['password'] },
    summary: 'Second factor: an authenticator code, a recovery code or a passkey',
    body: SecondFactor,
  }),
  confirmSecondFactor: post('/api/user/confirm-2fa', {
    roles: everyRole,
    summary: 'Enter the second factor again, for calls that ask for a recent one',
    body: SecondFactor,
  }),
  demoCode: get('/api/demo/code', {
    roles: { stages: ['password', 'full'] },
    summary: 'The current authenticator code of this demo account',
    demoOnly: true,
    reply: z.object({ code: z.string() }),
  }),
  sendReset: post('/api/email/sendResetPassword', {
    roles: 'anyone',
    summary: 'Request a password reset link',
    body: z.object({
      to: z.string().trim().toLowerCase().max(200),
      link: z.string().max(500).optional(),
      /** Needed only after many requests for this address or from this network. */
      recaptchaToken,
    }),
  }),
  resetPassword: post('/api/auth/resetPassword', {
    roles: 'anyone',
    summary: 'Set a new password with the token from the reset e-mail',
    body: z.object({ token: required('Missing reset token.', 200), newPassword: NewPassword }),
  }),
  edit: post('/api/user/edit_account', {
    roles: everyRole,
    summary: "Change the signed-in user's details; another e-mail needs the password or the second factor",
    body: (options: FormOptions) => AccountEdit(options).extend(OwnerProof.shape),
  }),
  sendEmailConfirmation: post('/api/user/send-email-confirmation', {
    roles: everyRole,
    summary: 'Send the link that confirms a changed e-mail address again',
  }),
  confirmEmail: post('/api/user/confirm-email', {
    roles: 'anyone',
    summary: 'Confirm a changed e-mail address with the token from the letter to it',
    body: linkToken,
  }),
  undoEmailChange: post('/api/user/undo-email-change', {
    roles: 'anyone',
    summary:
      'Restore the old e-mail address with the token from the letter to it, end all sessions, and remove what was added for signing in',
    body: linkToken,
  }),
  changePassword: post('/api/user/change_password', {
    roles: everyRole,
    summary: "Change the signed-in user's password",
    body: z.object({ oldPassword: z.string().max(200), newPassword: NewPassword }),
  }),
  newRecoveryCodes: post('/api/user/recovery-codes', {
    ownerProof: 'factor',
    roles: everyRole,
    summary: "Replace the signed-in user's recovery codes",
    body: OwnerProof,
    reply: RecoveryCodes,
  }),
  byID: get('/api/user/getUserByID', {
    roles: everyRole,
    recordedRead: { kind: 'account', subject: 'userID' },
    summary: 'One user by ID',
    query: z.object({ userID: uuid }),
    reply: User,
  }),
  byNRIC: post('/api/user/getUserByNRIC', {
    roles: ['staff'],
    summary: 'One user by NRIC',
    body: z.object({ nric: required('Please enter a valid NRIC.', 20).toUpperCase() }),
    reply: User,
  }),
  findExisting: get('/api/user/findExistingUser', {
    roles: ['staff'],
    summary: 'Users who match an NRIC, contact number or e-mail being typed',
    query: z.object({ attr: z.enum(['nric', 'contactNumber', 'email']), value: z.string().trim().min(1).max(200) }),
    reply: z.array(ExistingUser),
  }),
  all: get('/api/user/all_users', {
    roles: ['admin'],
    recordedRead: { kind: 'users' },
    summary: 'All users, in pages of at most 1,000',
    query: pageQuery.extend({ search: z.string().trim().max(100).optional(), role: z.enum(listedRoles).optional() }),
    reply: z.array(ListedUser),
  }),
  updateRole: post('/api/user/update_role', {
    freshFactor: true,
    roles: ['admin'],
    summary: 'Change the role of a user',
    body: z.object({ userID: uuid, role: z.enum(assignedRoles) }),
  }),
  resetSecondFactor: post('/api/user/reset-2fa', {
    freshFactor: true,
    roles: ['admin'],
    summary: 'Reset the second factor of a user, who then sets it up again',
    body: withReason,
  }),
  suspend: post('/api/user/suspend', {
    freshFactor: true,
    roles: ['admin'],
    summary: 'Suspend an account: it cannot sign in, and what the person has begun ends',
    body: withReason,
  }),
  liftSuspension: post('/api/user/lift-suspension', {
    freshFactor: true,
    roles: ['admin'],
    summary: 'Let a suspended account sign in again',
    body: withReason,
  }),
} as const
