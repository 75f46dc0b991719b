import { accountApi } from '#contract/accounts/api.ts'
import { privacyApi } from '#contract/privacy/api.ts'
import type { SignedInCaller } from './test-app.ts'
import { memberPassword } from './two-factor-users.ts'

type WayToLeave = [how: string, leave: (admin: SignedInCaller, leaver: SignedInCaller) => Promise<{ status: number }>]

/** The ways in which a member of staff stops being one. Closing the account needs the password of `makeUserWithTwoFactor`. */
export const waysToLeave: WayToLeave[] = [
  [
    'is suspended',
    (admin, { person }) =>
      admin.call(accountApi.suspend, { body: { userID: person.userID, reason: 'Has left the house' } }),
  ],
  [
    'is demoted',
    (admin, { person }) => admin.call(accountApi.updateRole, { body: { userID: person.userID, role: 'applicant' } }),
  ],
  [
    'closes the account',
    async (admin, leaver) => {
      const asked = await leaver.call(privacyApi.close, { body: { password: memberPassword } })
      const body = { userID: leaver.person.userID }
      return asked.body.closed ? asked : admin.call(privacyApi.acceptClosing, { body })
    },
  ],
]
