import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { type Role, toListedRole } from '#contract/roles.ts'
import { closing, facts, letter, link, nameOr, oncePer } from '#server/mail/outbox.ts'

interface Person {
  userID: string
  fullName: string
}

const notYou = 'If this was not you, please reset your password at once and tell our staff.'
const wasItYou = `If it was you, you need not do anything. ${notYou}`
const suspendAndTalk = 'suspend the account on the page User Management and talk to your colleagues.'
const logIn = link('Log In', pathTo('login'))
const seePasskeys = link('See your passkeys', pathTo('profile'))
export const resetLink = (token: string) => pathTo('resetPassword', { token })

/** `lastUntil` is set with the last link of a day: no further one is sent until then. */
export const resetLetter = (token: string, minutes: number, lastUntil?: Date) =>
  letter('reset-link', 'Reset your password', [
    'Someone asked for a new password for your account. If it was you, please choose one here.',
    link('Choose a new password', resetLink(token)),
    lastUntil
      ? `This link works once, until ${formatDateTime(lastUntil)}. Please keep this letter if you need a new password: many were asked for today, so until then we send no further one.`
      : `This link works once, within ${minutes} minutes.`,
    'If you did not ask for it, you need not do anything: your password stays as it is.',
  ])

/** Written instead of the letter with the link, which would lead to a sign-in that is refused. */
export const accountSuspendedLetter = () =>
  letter('account-suspended', 'Your account is suspended', [
    'Someone asked for a new password for your account. This account is suspended, so no new password can be chosen and nobody can sign in to it.',
    'Please ask an admin of the house.',
  ])

export const setPasswordLetter = (token: string, hours: number) =>
  letter('set-password', 'Set your password', [
    'Our staff have opened an account for you, so that you can follow your booking and find your receipts.',
    'Please choose a password. When you log in for the first time, you will also set up a second step with an authenticator app.',
    link('Set your password', resetLink(token)),
    `This link works once, within ${hours} hours. After that, please use 'Forgot password?' on the log-in page.`,
  ])

export const alreadyRegisteredLetter = ({ userID }: Person, when: string) =>
  letter(oncePer('already-registered', userID, when), 'You already have an account', [
    'Someone tried to open an account with this email address. You already have one, so nothing was changed.',
    'If it was you, please log in, or reset your password if you no longer have it.',
    logIn,
    'If it was not you, you need not do anything.',
  ])

export const finishRegistrationLetter = ({ userID }: Person, when: string) =>
  letter(oncePer('finish-registration', userID, when), 'Please finish your registration', [
    'You have begun to open an account with this email address, but the second step of your sign-in is not set up yet.',
    'To finish, please log in with the password that you chose. If you no longer have it, you can reset it on the log-in page.',
    'A registration that is not finished within 48 hours is removed. After that, you can register again.',
    link('Log in to finish', pathTo('login')),
    'If it was not you, you need not do anything.',
  ])

export const newDeviceLetter = (device: string, address: string, at: Date) =>
  letter('new-device', 'A new device signed in to your account', [
    'Someone signed in to your account, with its password and second step, from a browser that was not used for it before.',
    facts({ Device: device, Address: address, Time: formatDateTime(at) }),
    link('See where you are signed in', pathTo('profile')),
    wasItYou,
  ])

export const passkeyAddedLetter = (at: Date) =>
  letter('passkey-added', 'A passkey was added to your account', [
    'After your password, this passkey can now be used instead of a code from your authenticator app.',
    facts({ Time: formatDateTime(at) }),
    seePasskeys,
    wasItYou,
  ])

export const passkeyRemovedLetter = (passkeyID: string, at: Date) =>
  letter(oncePer('passkey-removed', passkeyID), 'A passkey was removed from your account', [
    'It can no longer be used to sign in. Your authenticator app works as before.',
    facts({ Time: formatDateTime(at) }),
    seePasskeys,
    wasItYou,
  ])

export const accountLockedLetter = (guesses: number, minutes: number) =>
  letter('account-locked', 'Your account was locked for new devices', [
    `Someone entered ${guesses} wrong passwords for your account. For ${minutes} minutes, nobody can log in to it from a new device.`,
    'None of these passwords was right. In a browser in which you have logged in before, you can log in as always.',
    closing,
    `If it was you, please wait ${minutes} minutes, or reset your password on the log-in page. If it was not you, you need not do anything: we write to you at most once a day about this.`,
  ])

export const passwordChangedLetter = () =>
  letter('password-changed', 'Your password was changed', [
    'The password of your account was changed. Everyone who was signed in to it elsewhere was signed out.',
    closing,
    notYou,
  ])

export const detailsChangedLetter = ({ mayHoldRight }: { mayHoldRight: boolean }) =>
  letter('details-changed', 'Your details were changed', [
    'The name or the phone number of your account was changed.',
    mayHoldRight &&
      'If you hold the right to a niche, it keeps the name that it had. If that is to change too, please come to our counter.',
    closing,
    notYou,
  ])

/** Written to the old address. */
export const emailChangedLetter = (token: string, days: number) =>
  letter('email-changed', 'Your email address was changed', [
    'The email address of your account was changed. We will no longer write to this one.',
    'If it was you, you need not do anything.',
    'If it was not you, please undo the change. Your account will have this address again, and everyone who is signed in to it will be signed out. Passkeys, recovery codes and invitations that were added since a week before the change will be removed. If it is an account of staff, what waits for a colleague to confirm it will end.',
    link('Undo the change', pathTo('undoEmailChange', { token })),
    `This link works once, within ${days} days. After that, please tell our staff.`,
  ])

/** Written to the new address, which may be mistyped and belong to a stranger. */
export const confirmEmailLetter = (token: string, days: number) =>
  letter('confirm-email', 'Please confirm your email address', [
    'This is now the email address of your account. Please confirm that our letters reach you here.',
    link('Confirm this address', pathTo('confirmEmail', { token })),
    `This link works for ${days} days. If you have no account with us, someone may have mistyped their address; please do not confirm it.`,
  ])

/** What an undone change has taken from the account, besides its sessions. */
export interface RemovedWaysIn {
  since: Date
  passkeys: number
  /** All of them, as new ones replace the old. */
  recoveryCodes: boolean
  invitations: number
  /** What waited for a second person. */
  begun: number
}

/** Written to the old address, which is now that of the account again. */
export const emailRestoredLetter = (token: string, minutes: number, removed: RemovedWaysIn) =>
  letter('email-restored', 'Please choose a new password', [
    'The change of your email address was undone. Your account has this address again, and everyone was signed out.',
    'If you did not change the address yourself, someone may know your password. Please choose a new one now.',
    `We have also removed what was added to your account since ${formatDateTime(removed.since)}, a week before the change. If it was yours, please add it again in your profile.`,
    facts({
      'Passkeys removed': String(removed.passkeys),
      'Recovery codes': removed.recoveryCodes ? 'Removed; please make new ones' : 'None were made, so yours still work',
      'Invitations withdrawn': removed.invitations > 0 ? String(removed.invitations) : undefined,
      'Ended before a colleague confirmed it': removed.begun > 0 ? String(removed.begun) : undefined,
    }),
    link('Choose a new password', resetLink(token)),
    `This link works once, within ${minutes} minutes. After that, please use 'Forgot password?' on the log-in page.`,
    'Please also check your details and bookings, and tell our staff what happened.',
  ])

/** Written to the address that the account no longer has. */
export const emailChangeUndoneLetter = () =>
  letter('email-change-undone', 'The change of your email address was undone', [
    'Someone used the link in our letter to the old address. Your account has that address again, we will no longer write to this one, and everyone was signed out.',
    closing,
    'If this was not you, please tell our staff at once.',
  ])

export const addressInUseLetter = ({ userID }: Person, when: string) =>
  letter(oncePer('address-in-use', userID, when), 'Someone tried to use your email address', [
    'Someone tried to give another account this email address. It belongs to your account, so nothing was changed.',
    closing,
    'If it was you, please log in to the account with this address. If not, you need not do anything.',
  ])

const nameOf = ({ fullName }: Person) => nameOr('Somebody', fullName)
const adminName = (name: string) => nameOr('An admin', name)

const roleDescription = (role: Role) =>
  ({ applicant: 'an applicant', staff: 'a member of staff', admin: 'an admin', witness: 'a witness' })[
    toListedRole(role)
  ]

export const roleChangedLetter = (role: Role) =>
  letter('role-changed', 'Your role was changed', [
    `You are now ${roleDescription(role)} in Columba. You were signed out; please log in again.`,
    logIn,
  ])

/** Written so that nobody adds a second person for themself unnoticed. `by` gave the role, or the invitation to it. */
export const newStaffLetter = (person: Person, role: Role, by: string, at: Date) =>
  letter(oncePer('new-staff', person.userID, at.getTime()), `${nameOf(person)} is now ${roleDescription(role)}`, [
    `${adminName(by)} gave ${nameOf(person)} this role.`,
    `If this is not right, ${suspendAndTalk}`,
    link('See the members of staff', pathTo('userManagement')),
  ])

interface Suspension {
  what: 'suspended' | 'lifted'
  by: string
  reason: string
  at: Date
}

/** Written to the person too, so that no admin keeps the others out unnoticed. */
export const suspensionLetter = (person: Person, { what, by, reason, at }: Suspension) =>
  letter(
    { kind: 'staff-suspension', dedupeKey: `suspension:${what}:${person.userID}:${at.getTime()}` },
    what === 'suspended' ? 'An account of the staff was suspended' : 'A suspension was lifted',
    [
      what === 'suspended'
        ? `${adminName(by)} has suspended the account of ${nameOf(person)}. Until this is lifted, nobody can sign in to it.`
        : `${adminName(by)} has lifted the suspension of the account of ${nameOf(person)}, who can sign in again.`,
      facts({ Reason: reason }),
      'If this is not right, talk to your colleagues at once.',
    ],
  )

/** The name of a member of staff stands in many records. */
export function renamedLetter(person: Person & { email: string }, newName: string, at: Date) {
  const name = nameOr('something else', newName)
  return letter(oncePer('staff-renamed', person.userID, at.getTime()), `${nameOf(person)} is now called ${name}`, [
    `${nameOf(person)} has changed the name of their account to ${name}.`,
    facts({ Account: person.email }),
  ])
}

export interface ExportedRegister {
  livingNRICs: boolean
  /** The name of the hall, if it is only one. */
  hall?: string
}

export const registerExportedLetter = (by: string, { livingNRICs, hall }: ExportedRegister, at: Date) =>
  letter(oncePer('register-exported', at.getTime()), 'The register was exported', [
    `${adminName(by)} has exported the register${hall ? ` of the hall ${hall}` : ''}, with the names of everybody in it and the identity numbers of ${livingNRICs ? 'the dead and the living' : 'those whose day of death is recorded or whose urn is in its niche'}.`,
    `If this is not right, ${suspendAndTalk}`,
    link('See the audit log', pathTo('auditLog')),
  ])

export const auditHeadLetter = (head: string, monday: string) =>
  letter(oncePer('audit-head', monday), 'The audit log of the house, this week', [
    'Please keep this letter. With the line below, whoever runs the server can show later that nobody has changed or removed what the audit log had until now.',
    facts({ 'Head of the audit log': head, 'To compare': `audit:verify --head ${head}` }),
    link('See the audit log', pathTo('auditLog')),
  ])

export const manyNRICsLetter = (by: { userID: string; name: string }, count: number, at: Date) =>
  letter(oncePer('many-nrics-read', by.userID, at.getTime()), 'Somebody has read many NRICs', [
    `Within 24 hours, ${nameOr('a member of staff', by.name)} has read ${count} full NRICs of other people.`,
    `On a busy day, work at the counter may need that. If not, ${suspendAndTalk}`,
    link('See whose they were', pathTo('staffReads', { reader: by.userID })),
  ])

export const manyComparedLetter = (by: { userID: string; name: string }, most: number, at: Date) =>
  letter(oncePer('many-compared', by.userID, at.getTime()), 'A file was compared with many bookings', [
    `${adminName(by.name)} has compared a file with the register, and read what Columba has of more than ${most} bookings within 24 hours.`,
    `Importing an old register once more may need that. If not, ${suspendAndTalk}`,
    link('See whose they were', pathTo('staffReads', { reader: by.userID })),
  ])

export const secondFactorResetLetter = (reason: string) =>
  letter('second-factor-reset', 'Please set up two-factor authentication again', [
    'An admin has reset the second step of your sign-in. When you next log in, you will set it up again with your authenticator app.',
    facts({ 'The reason': reason }),
    logIn,
    'If you did not ask for this, please tell our staff at once.',
  ])

export const invitationLetter = (role: Role, inviter: string, token: string, hours: number) =>
  letter('invitation', 'You are invited to join the staff', [
    `${adminName(inviter)} invites you to work with us as ${roleDescription(role)}.`,
    'Please enter your name and choose a password. You then set up a second step with an authenticator app, so please have your phone at hand.',
    link('Accept the invitation', pathTo('acceptInvitation', { token })),
    `This link works once, within ${hours} hours. After that, please ask for a new one.`,
    'If you do not know us, you need not do anything.',
  ])

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

export const accountClosedLetter = (role: Role, { cause, keepsName }: { cause: ClosingCause; keepsName: boolean }) =>
  letter('account-closed', 'Your account is closed', [
    closingCauses[cause],
    keepsName
      ? `Your address, phone number, NRIC and sign-in are removed. ${keptNames[role === 'user' && cause === 'accepted' ? 'user' : 'staff']}`
      : 'Your personal details and your sign-in are removed.',
    closing,
    'If you need us again, you are welcome to open a new account.',
    'If you did not ask for this, please tell our staff at once.',
  ])

export const closingNoticeLetter = (lastDay: string) =>
  letter('closing-notice', 'Your unused account will be closed', [
    `Nobody has signed in to your account for almost 24 months, and it has no bookings. We will close it after ${lastDay} and remove your personal details.`,
    'To keep it, please log in before then. If you no longer need it, you need not do anything.',
    link('Log in to keep it', pathTo('login')),
  ])
