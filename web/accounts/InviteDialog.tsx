import { invitationApi, NewInvitation } from '#contract/accounts/invitation-api.ts'
import { invitedRoles } from '#contract/roles.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'
import { roleLabels } from './role-labels.ts'

const roleOptions = invitedRoles.map((role) => ({ value: role, label: roleLabels[role] }))

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useZodForm(NewInvitation, { email: '', role: 'staff' })
  const invite = useApiMutation(invitationApi.invite, {
    done: 'The invitation is on its way.',
    onSuccess: onClose,
    invalidates: [invitationApi.list],
  })
  return (
    <Dialog title="Invite staff" onClose={onClose}>
      <Form form={form} onSubmit={(invitation) => invite.mutateAsync({ body: invitation })}>
        <p>
          The person gets a letter with a link, which works for three days. With it they choose a password and set up
          the second step of their sign-in.
        </p>
        <TextField label="E-mail" type="email" autoComplete="off" {...form.field('email')} />
        <SelectField label="Role" options={roleOptions} {...form.field('role')} />
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" busy={invite.isPending}>
            Send the invitation
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
