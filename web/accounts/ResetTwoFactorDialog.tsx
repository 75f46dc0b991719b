import { z } from 'zod'
import { accountApi, type ListedUser } from '#contract/accounts/api.ts'
import { required } from '#contract/schema-parts.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Email } from '#web/ui/Email.tsx'
import { Fieldset, Form, FormActions } from '#web/ui/Form.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'

const Reset = z.object({ reason: required('Please give a reason.', 500) })

/** For a user who has lost their phone. */
export function ResetTwoFactorDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const form = useZodForm(Reset, { reason: '' })
  const reset = useApiMutation(accountApi.resetSecondFactor, {
    done: `${user.fullName} will set up two-factor authentication again at the next log in.`,
    onSuccess: onClose,
  })

  return (
    <Dialog title="User details and two-factor reset" onClose={onClose}>
      <Facts
        facts={[
          ['Name', user.fullName],
          ['Username', user.username],
          ['Email', <Email key="email" address={user.email} />],
          ['Phone', user.contactNumber],
        ]}
      />
      <Form form={form} onSubmit={({ reason }) => reset.mutateAsync({ body: { userID: user.userID, reason } })}>
        <Fieldset legend="Lost phone">
          <p>
            Resetting two-factor authentication signs {user.fullName} out and lets them set it up again. They are told
            by e-mail, with your reason.
          </p>
          <TextArea label="Reason" rows={2} {...form.field('reason')} />
        </Fieldset>
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" variant="danger" busy={reset.isPending}>
            Reset two-factor authentication
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
