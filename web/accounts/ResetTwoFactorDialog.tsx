import { z } from 'zod'
import { accountApi, type ListedUser } from '#contract/accounts/api.ts'
import { required } from '#contract/schema-parts.ts'
import { Facts } from '#web/ui/Card.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Email } from '#web/ui/Email.tsx'
import { Fieldset } from '#web/ui/form/Form.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'

const Reset = z.object({ reason: required('Please give a reason.', 500) })

/** For a user who has lost their phone. */
export const ResetTwoFactorDialog = ({ user, onClose }: { user: ListedUser; onClose: () => void }) => (
  <FormDialog
    title="User details and two-factor reset"
    schema={Reset}
    values={{ reason: '' }}
    endpoint={accountApi.resetSecondFactor}
    input={({ reason }) => ({ body: { userID: user.userID, reason } })}
    verb="Reset two-factor authentication"
    danger
    done={`${user.fullName} will set up two-factor authentication again at the next log in.`}
    onClose={onClose}
  >
    {(form) => (
      <>
        <Facts
          facts={[
            ['Name', user.fullName],
            ['Username', user.username],
            ['Email', <Email key="email" address={user.email} />],
            ['Phone', user.contactNumber],
          ]}
        />
        <Fieldset legend="Lost phone">
          <p>
            Resetting two-factor authentication signs {user.fullName} out and lets them set it up again. They are told
            by e-mail, with your reason.
          </p>
          <TextArea label="Reason" rows={2} {...form.field('reason')} />
        </Fieldset>
      </>
    )}
  </FormDialog>
)
