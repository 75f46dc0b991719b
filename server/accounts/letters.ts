import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { type Role, toListedRole } from '#contract/roles.ts'
import { type Letter, nameOr } from '#server/mail/outbox.ts'

interface Recipient {
  fullName: string
  email: string
}

const recipient = ({ email, fullName }: Recipient) => ({ to: email, name: fullName })
const notYouWarning = 'If this was not you, please reset your password at once and tell our staff.'
export const resetLink = (token: string) => pathTo('resetPassword', { token })

/** After the last link of a day, no further one is sent until then. */
export const resetLetter = (person: Recipient, token: string, minutes: number, lastUntil?: Date): Letter => ({
  ...recipient(person),
  kind: 'reset-link',
  subject: 'Reset your password',
  paragraphs: ['Someone asked for a new password for your account. If it was you, please choose one here.'],
  action: { label: 'Choose a new password', path: resetLink(token) },
  closing: [
    lastUntil
      ? `This link works once, until ${formatDateTime(lastUntil)}. Please keep this letter if you need a new password: many were asked for today, so until then we send no further one.`
      : `This link works once, within ${minutes} minutes.`,
    'If you did not ask for it, you need not do anything: your password stays as it is.',
  ],
})

/** Instead of the link, which would lead to a sign-in that is refused. */
export const accountSuspendedLetter = (person: Recipient): Letter => ({
  ...recipient(person),
  kind: 'account-suspended',
  subject: 'Your account is suspended',
  paragraphs: [
    'Someone asked for a new password for your account. This account is suspended, so no new password can be chosen and nobody can sign in to it.',
    'Please ask an admin of the house.',
  ],
})

export const setPasswordLetter = (person: Recipient, token: string, hours: number): Letter => ({
  ...recipient(person),
  kind: 'set-password',
  subject: 'Set your password',
  paragraphs: [
    'Our staff have opened an account for you, so that you can follow your booking and find your receipts.',
    'Please choose a password. When you log in for the first time, you will also set up a second step with an authenticator app.',
  ],
  action: { label: 'Set your password', path: resetLink(token) },
  closing: [
    `This link works once, within ${hours} hours. After that, please use 'Forgot password?' on the log-in page.`,
  ],
})

export const alreadyRegisteredLetter = (person: Recipient & { userID: string }, when: string): Letter => ({
  ...recipient(person),
  kind: 'already-registered',
  subject: 'You already have an account',
  paragraphs: [
    'Someone tried to open an account with this e-mail address. You already have one, so nothing was changed.',
    'If it was you, please log in, or reset your password if you no longer have it.',
  ],
  action: { label: 'Log In', path: pathTo('login') },
  closing: ['If it was not you, you need not do anything.'],
  dedupeKey: `already-registered:${person.userID}:${when}`,
})

export const finishRegistrationLetter = (person: Recipient & { userID: string }, when: string): Letter => ({
  ...recipient(person),
  kind: 'finish-registration',
  subject: 'Please finish your registration',
  paragraphs: [
    'You have begun to open an account with this e-mail address, but the second step of your sign-in is not set up yet.',
    'To finish, please log in with the password that you chose. If you no longer have it, you can reset it on the log-in page.',
    'A registration that is not finished within 48 hours is removed. After that, you can register again.',
  ],
  action: { label: 'Log in to finish', path: pathTo('login') },
  closing: ['If it was not you, you need not do anything.'],
  dedupeKey: `finish-registration:${person.userID}:${when}`,
})

export const newDeviceLetter = (person: Recipient, device: string, address: string, at: Date): Letter => ({
  ...recipient(person),
  kind: 'new-device',
  subject: 'A new device signed in to your account',
  paragraphs: [
    'Someone signed in to your account, with its password and second step, from a browser that was not used for it before.',
  ],
  facts: [
    ['Device', device],
    ['Address', address],
    ['Time', formatDateTime(at)],
  ],
  action: { label: 'See where you are signed in', path: pathTo('profile') },
  closing: [`If it was you, you need not do anything. ${notYouWarning}`],
})

export const passkeyAddedLetter = (person: Recipient, at: Date): Letter => ({
  ...recipient(person),
  kind: 'passkey-added',
  subject: 'A passkey was added to your account',
  paragraphs: ['After your password, this passkey can now be used instead of a code from your authenticator app.'],
  facts: [['Time', formatDateTime(at)]],
  action: { label: 'See your passkeys', path: pathTo('profile') },
  closing: [`If it was you, you need not do anything. ${notYouWarning}`],
})

export const passkeyRemovedLetter = (person: Recipient, passkeyID: string, at: Date): Letter => ({
  ...recipient(person),
  kind: 'passkey-removed',
  subject: 'A passkey was removed from your account',
  paragraphs: ['It can no longer be used to sign in. Your authenticator app works as before.'],
  facts: [['Time', formatDateTime(at)]],
  action: { label: 'See your passkeys', path: pathTo('profile') },
  closing: [`If it was you, you need not do anything. ${notYouWarning}`],
  dedupeKey: `passkey-removed:${passkeyID}`,
})

export const accountLockedLetter = (person: Recipient, guesses: number, minutes: number): Letter => ({
  ...recipient(person),
  kind: 'account-locked',
  subject: 'Your account was locked for new devices',
  paragraphs: [
    `Someone entered ${guesses} wrong passwords for your account. For ${minutes} minutes, nobody can log in to it from a new device.`,
    'None of these passwords was right. In a browser in which you have logged in before, you can log in as always.',
  ],
  closing: [
    `If it was you, please wait ${minutes} minutes, or reset your password on the log-in page. If it was not you, you need not do anything: we write to you at most once a day about this.`,
  ],
})

export const passwordChangedLetter = (person: Recipient): Letter => ({
  ...recipient(person),
  kind: 'password-changed',
  subject: 'Your password was changed',
  paragraphs: ['The password of your account was changed. Everyone who was signed in to it elsewhere was signed out.'],
  closing: [notYouWarning],
})

/** To the old address. */
export const emailChangedLetter = (person: Recipient, token: string, days: number): Letter => ({
  ...recipient(person),
  kind: 'email-changed',
  subject: 'Your e-mail address was changed',
  paragraphs: [
    'The e-mail address of your account was changed. We will no longer write to this one.',
    'If it was you, you need not do anything.',
    'If it was not you, please undo the change. Your account will have this address again, and everyone who is signed in to it will be signed out. Passkeys, recovery codes and invitations that were added since a week before the change will be removed.',
  ],
  action: { label: 'Undo the change', path: pathTo('undoEmailChange', { token }) },
  closing: [`This link works once, within ${days} days. After that, please tell our staff.`],
})

/** To the new address, which may be mistyped and belong to a stranger. */
export const confirmEmailLetter = (person: Recipient, token: string, days: number): Letter => ({
  ...recipient(person),
  kind: 'confirm-email',
  subject: 'Please confirm your e-mail address',
  paragraphs: ['This is now the e-mail address of your account. Please confirm that our letters reach you here.'],
  action: { label: 'Confirm this address', path: pathTo('confirmEmail', { token }) },
  closing: [
    `This link works for ${days} days. If you have no account with us, someone may have mistyped their address; please do not confirm it.`,
  ],
})

/** What an undone change has taken from the account, besides its sessions. */
export interface RemovedWaysIn {
  since: Date
  passkeys: number
  /** All of them, as new ones replace the old. */
  recoveryCodes: boolean
  invitations: number
}

/** To the old address, which is now that of the account again. */
export const emailRestoredLetter = (
  person: Recipient,
  token: string,
  minutes: number,
  { since, passkeys, recoveryCodes, invitations }: RemovedWaysIn,
): Letter => ({
  ...recipient(person),
  kind: 'email-restored',
  subject: 'Please choose a new password',
  paragraphs: [
    'The change of your e-mail address was undone. Your account has this address again, and everyone was signed out.',
    'If you did not change the address yourself, someone may know your password. Please choose a new one now.',
    `We have also removed what was added to your account since ${formatDateTime(since)}, a week before the change. If it was yours, please add it again in your profile.`,
  ],
  facts: [
    ['Passkeys removed', String(passkeys)],
    ['Recovery codes', recoveryCodes ? 'Removed; please make new ones' : 'None were made, so yours still work'],
    ...(invitations > 0 ? [['Invitations withdrawn', String(invitations)] as const] : []),
  ],
  action: { label: 'Choose a new password', path: resetLink(token) },
  closing: [
    `This link works once, within ${minutes} minutes. After that, please use 'Forgot password?' on the log-in page.`,
    'Please also check your details and bookings, and tell our staff what happened.',
  ],
})

/** To the address that the account no longer has. */
export const emailChangeUndoneLetter = (person: Recipient): Letter => ({
  ...recipient(person),
  kind: 'email-change-undone',
  subject: 'The change of your e-mail address was undone',
  paragraphs: [
    'Someone used the link in our letter to the old address. Your account has that address again, we will no longer write to this one, and everyone was signed out.',
  ],
  closing: ['If this was not you, please tell our staff at once.'],
})

export const addressInUseLetter = (person: Recipient & { userID: string }, when: string): Letter => ({
  ...recipient(person),
  kind: 'address-in-use',
  subject: 'Someone tried to use your e-mail address',
  paragraphs: [
    'Someone tried to give another account this e-mail address. It belongs to your account, so nothing was changed.',
  ],
  closing: ['If it was you, please log in to the account with this address. If not, you need not do anything.'],
  dedupeKey: `address-in-use:${person.userID}:${when}`,
})

const nameOf = ({ fullName }: { fullName: string }) => nameOr('Somebody', fullName)
const adminName = (name: string) => nameOr('An admin', name)

const roleDescription = (role: Role) =>
  ({ applicant: 'an applicant', staff: 'a member of staff', admin: 'an admin', witness: 'a witness' })[
    toListedRole(role)
  ]

export const roleChangedLetter = (person: Recipient, role: Role): Letter => ({
  ...recipient(person),
  kind: 'role-changed',
  subject: 'Your role was changed',
  paragraphs: [`You are now ${roleDescription(role)} in Columba. You were signed out; please log in again.`],
  action: { label: 'Log In', path: pathTo('login') },
})

interface NewStaff {
  person: { userID: string; fullName: string }
  role: Role
  /** Who gave the role, or the invitation to it. */
  by: string
  at: Date
}

/** To every admin, so that nobody adds a second person for themself unnoticed. */
export const newStaffLetter = (admin: Recipient & { userID: string }, { person, role, by, at }: NewStaff): Letter => ({
  ...recipient(admin),
  kind: 'new-staff',
  subject: `${nameOf(person)} is now ${roleDescription(role)}`,
  paragraphs: [
    `${adminName(by)} gave ${nameOf(person)} this role.`,
    'If this is not right, suspend the account on the page User Management and talk to your colleagues.',
  ],
  action: { label: 'See the members of staff', path: pathTo('userManagement') },
  dedupeKey: `new-staff:${person.userID}:${at.getTime()}:${admin.userID}`,
})

interface Suspension extends Omit<NewStaff, 'role'> {
  what: 'suspended' | 'lifted'
  reason: string
}

/** Also to the person, so that no admin keeps the others out unnoticed. */
export const suspensionLetter = (
  reader: Recipient & { userID: string },
  { person, what, by, reason, at }: Suspension,
): Letter => ({
  ...recipient(reader),
  kind: 'staff-suspension',
  subject: what === 'suspended' ? 'An account of the staff was suspended' : 'A suspension was lifted',
  paragraphs: [
    what === 'suspended'
      ? `${adminName(by)} has suspended the account of ${nameOf(person)}. Until this is lifted, nobody can sign in to it.`
      : `${adminName(by)} has lifted the suspension of the account of ${nameOf(person)}, who can sign in again.`,
  ],
  facts: [['Reason', reason]],
  closing: ['If this is not right, talk to your colleagues at once.'],
  dedupeKey: `suspension:${what}:${person.userID}:${at.getTime()}:${reader.userID}`,
})

interface Renamed {
  person: { userID: string; fullName: string; email: string }
  newName: string
  at: Date
}

/** To every admin, because the name of a member of staff stands in many records. */
export const renamedLetter = (admin: Recipient & { userID: string }, { person, newName, at }: Renamed): Letter => ({
  ...recipient(admin),
  kind: 'staff-renamed',
  subject: `${nameOf(person)} is now called ${nameOr('something else', newName)}`,
  paragraphs: [`${nameOf(person)} has changed the name of their account to ${nameOr('something else', newName)}.`],
  facts: [['Account', person.email]],
  dedupeKey: `staff-renamed:${person.userID}:${at.getTime()}:${admin.userID}`,
})

interface HouseContactFacts {
  by: string
  /** From and to, by detail. */
  changes: Record<string, string>
  at: Date
}

const contactLabels: Record<string, string> = {
  name: 'Name',
  address: 'Address',
  telephone: 'Telephone',
  email: 'Email',
  registrationNumber: 'Registration number',
}

export const houseContactLetter = (
  admin: Recipient & { userID: string },
  { by, changes, at }: HouseContactFacts,
): Letter => ({
  ...recipient(admin),
  kind: 'house-contact-changed',
  subject: 'The contact details of the house have changed',
  paragraphs: [
    `${adminName(by)} has changed how families reach the house. Letters, pages and receipts have the new details from now on.`,
    'If this is not right, correct them on the page House, suspend the account on the page User Management and talk to your colleagues.',
  ],
  facts: Object.entries(changes).map(([name, change]) => [contactLabels[name] ?? name, change]),
  action: { label: 'See the house', path: pathTo('house') },
  dedupeKey: `house-contact-changed:${at.getTime()}:${admin.userID}`,
})

interface ExportFacts {
  by: string
  at: Date
  livingNRICs: boolean
}

export const registerExportedLetter = (
  admin: Recipient & { userID: string },
  { by, at, livingNRICs }: ExportFacts,
): Letter => ({
  ...recipient(admin),
  kind: 'register-exported',
  subject: 'The register was exported',
  paragraphs: [
    `${adminName(by)} has exported the register, with the names of everybody in it and the identity numbers of ${livingNRICs ? 'the dead and the living' : 'the dead'}.`,
    'If this is not right, suspend the account on the page User Management and talk to your colleagues.',
  ],
  action: { label: 'See the audit log', path: pathTo('auditLog') },
  dedupeKey: `register-exported:${at.getTime()}:${admin.userID}`,
})

interface ManyNRICs {
  by: { userID: string; name: string }
  count: number
  at: Date
}

export const manyNRICsLetter = (admin: Recipient & { userID: string }, { by, count, at }: ManyNRICs): Letter => ({
  ...recipient(admin),
  kind: 'many-nrics-read',
  subject: 'Somebody has read many NRICs',
  paragraphs: [
    `Within 24 hours, ${nameOr('a member of staff', by.name)} has read ${count} full NRICs of other people.`,
    'On a busy day, work at the counter may need that. If not, suspend the account on the page User Management and talk to your colleagues.',
  ],
  action: { label: 'See whose they were', path: pathTo('staffReads', { reader: by.userID }) },
  dedupeKey: `many-nrics-read:${by.userID}:${at.getTime()}:${admin.userID}`,
})

export const secondFactorResetLetter = (person: Recipient, reason: string): Letter => ({
  ...recipient(person),
  kind: 'second-factor-reset',
  subject: 'Please set up two-factor authentication again',
  paragraphs: [
    'An admin has reset the second step of your sign-in. When you next log in, you will set it up again with your authenticator app.',
  ],
  facts: [['Reason', reason]],
  action: { label: 'Log In', path: pathTo('login') },
  closing: ['If you did not ask for this, please tell our staff at once.'],
})

export const invitationLetter = (
  { email, role }: { email: string; role: Role },
  inviter: string,
  token: string,
  hours: number,
): Letter => ({
  to: email,
  kind: 'invitation',
  subject: 'You are invited to join the staff',
  paragraphs: [
    `${adminName(inviter)} invites you to work with us as ${roleDescription(role)}.`,
    'Please enter your name and choose a password. You then set up a second step with an authenticator app, so please have your phone at hand.',
  ],
  action: { label: 'Accept the invitation', path: pathTo('acceptInvitation', { token }) },
  closing: [
    `This link works once, within ${hours} hours. After that, please ask for a new one.`,
    'If you do not know us, you need not do anything.',
  ],
})

/** Why an account was closed; also recorded in the audit log. */
export type ClosingCause = 'asked' | 'accepted' | 'unused'

const closingCauses: Record<ClosingCause, string> = {
  asked: 'You asked us to close your account, and we have closed it.',
  accepted: 'You asked us to close your account. Our staff have looked at your bookings and have closed it.',
  unused: 'Nobody has signed in to your account for 24 months, and it has no bookings. We have closed it.',
}

/** What stays of an account whose name is kept. Without a request that was accepted, only present and former staff keep it. */
const keptNames = {
  user: 'Your name stays on your bookings and payments, of which we must keep records.',
  staff: 'Your name stays in the records of what you did here.',
}

export const accountClosedLetter = (
  person: Recipient & { role: Role },
  { cause, keepsName }: { cause: ClosingCause; keepsName: boolean },
): Letter => ({
  ...recipient(person),
  kind: 'account-closed',
  subject: 'Your account is closed',
  paragraphs: [
    closingCauses[cause],
    keepsName
      ? `Your address, phone number, NRIC and sign-in are removed. ${keptNames[person.role === 'user' && cause === 'accepted' ? 'user' : 'staff']}`
      : 'Your personal details and your sign-in are removed.',
  ],
  closing: [
    'If you need us again, you are welcome to open a new account.',
    'If you did not ask for this, please tell our staff at once.',
  ],
})

export const closingNoticeLetter = (person: Recipient, lastDay: string): Letter => ({
  ...recipient(person),
  kind: 'closing-notice',
  subject: 'Your unused account will be closed',
  paragraphs: [
    `Nobody has signed in to your account for almost 24 months, and it has no bookings. We will close it after ${lastDay} and remove your personal details.`,
    'To keep it, please log in before then. If you no longer need it, you need not do anything.',
  ],
  action: { label: 'Log in to keep it', path: pathTo('login') },
})
