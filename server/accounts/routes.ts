import { accountApi, botCheckApi } from '#contract/accounts/api.ts'
import { invitationApi } from '#contract/accounts/invitation-api.ts'
import { passkeyApi } from '#contract/accounts/passkey-api.ts'
import { sessionApi } from '#contract/accounts/session-api.ts'
import { type App, serve } from '#server/http/serve.ts'
import { longListSlots } from '#server/http/slots.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { confirmEmail, type EndSharingSince, resendConfirmation, undoEmailChange } from './email-change.ts'
import { inviteStaff, listPendingInvitations, withdrawInvitation } from './invitations.ts'
import { endSessionsElsewhere, listSessions } from './own-sessions.ts'
import {
  addPasskey,
  beginAddingPasskey,
  beginPasskeyUse,
  isPasskeyAvailable,
  listOwnPasskeys,
  removePasskey,
  renamePasskey,
} from './passkeys.ts'
import { requestReset, resetPassword } from './password-reset.ts'
import { changePassword, editAccount } from './profile.ts'
import { register } from './registration.ts'
import { generateSecret, renewRecoveryCodes, verifySetup } from './second-factor.ts'
import { confirmSecondFactor, login, logout, verifyLogin } from './sign-in.ts'
import { getDemoCode } from './totp.ts'
import { liftSuspension, resetSecondFactor, suspendAccount, updateRole } from './user-administration.ts'
import { findExistingUsers, getUserByID, getUserByNRIC, listUsers } from './user-lookup.ts'

export async function accountRoutes(app: App, endSharingSince: EndSharingSince) {
  const inUserListSlot = longListSlots()
  serve(app, botCheckApi.challenge, ({ botCheck }) => botCheck.challenge())

  serve(app, accountApi.register, (context, { body }, reply) => register(context, body, reply))
  serve(app, accountApi.login, (context, { body }, reply) => login(context, body, reply))
  serve(app, accountApi.verifyLogin, (context, { body }, reply) => verifyLogin(context, body, reply))
  serve(app, accountApi.confirmSecondFactor, (context, { body }, reply) => confirmSecondFactor(context, body, reply))
  serve(app, accountApi.demoCode, (context) => getDemoCode(context))
  serve(app, accountApi.me, ({ actor: { userID, role } }) => ({ userID, role }))
  serve(app, accountApi.logout, (context, _, reply) => logout(context, reply))

  serve(app, accountApi.generateSecret, (context) => generateSecret(context))
  serve(app, accountApi.verifySetup, (context, { body }, reply) => verifySetup(context, body.token, reply))
  serve(app, accountApi.newRecoveryCodes, (context) => renewRecoveryCodes(context))

  serve(app, passkeyApi.list, (context) => listOwnPasskeys(context))
  serve(app, passkeyApi.available, (context) => isPasskeyAvailable(context))
  serve(app, passkeyApi.beginUse, (context) => beginPasskeyUse(context))
  serve(app, passkeyApi.beginAdding, (context) => beginAddingPasskey(context))
  serve(app, passkeyApi.add, (context, { body }) => addPasskey(context, body.name, body.newPasskey))
  serve(app, passkeyApi.rename, (context, { body }) => renamePasskey(context, body.passkeyID, body.name))
  serve(app, passkeyApi.remove, (context, { body }) => removePasskey(context, body.passkeyID))

  serve(app, accountApi.sendReset, (context, { body }) => requestReset(context, body.to, body.recaptchaToken))
  serve(app, accountApi.resetPassword, (context, { body }) => resetPassword(context, body.token, body.newPassword))

  serve(app, invitationApi.list, (context) => listPendingInvitations(context))
  serve(app, invitationApi.invite, (context, { body }) => inviteStaff(context, body))
  serve(app, invitationApi.withdraw, (context, { body }) => withdrawInvitation(context, body.invitationID))
  serve(app, invitationApi.read, (context, { body }) => readInvitation(context, body.token))
  serve(app, invitationApi.accept, (context, { body }, reply) => acceptInvitation(context, body, reply))

  serve(app, accountApi.edit, (context, { body }, reply) => editAccount(context, body, reply))
  serve(app, accountApi.sendEmailConfirmation, (context) => resendConfirmation(context))
  serve(app, accountApi.confirmEmail, (context, { body }) => confirmEmail(context, body.token))
  serve(app, accountApi.undoEmailChange, (context, { body }) => undoEmailChange(context, body.token, endSharingSince))
  serve(app, accountApi.changePassword, (context, { body }) =>
    changePassword(context, body.oldPassword, body.newPassword),
  )

  serve(app, sessionApi.list, (context) => listSessions(context))
  serve(app, sessionApi.end, (context, { body }) => endSessionsElsewhere(context, body.sessionID))
  serve(app, sessionApi.endOthers, (context) => endSessionsElsewhere(context))

  serve(app, accountApi.byID, (context, { query }) => getUserByID(context, query.userID))
  serve(app, accountApi.byNRIC, (context, { body }) => getUserByNRIC(context, body.nric))
  serve(app, accountApi.findExisting, (context, { query }) => findExistingUsers(context, query))
  serve(app, accountApi.all, (context, { query }) => inUserListSlot(() => listUsers(context, query)))
  serve(app, accountApi.updateRole, (context, { body }) => updateRole(context, body.userID, body.role))
  serve(app, accountApi.resetSecondFactor, (context, { body }) => resetSecondFactor(context, body.userID, body.reason))
  serve(app, accountApi.suspend, (context, { body }) => suspendAccount(context, body.userID, body.reason))
  serve(app, accountApi.liftSuspension, (context, { body }) => liftSuspension(context, body.userID, body.reason))
}
