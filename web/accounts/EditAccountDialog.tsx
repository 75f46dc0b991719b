import { AccountEdit } from '#contract/accounts/account.ts'
import { accountApi, type User } from '#contract/accounts/api.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'

export function EditAccountDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { username, fullName, email, contactNumber, userAddress } = user
  const form = useZodForm(AccountEdit, { username, fullName, email, contactNumber, userAddress })
  const edit = useApiMutation(accountApi.edit, {
    invalidates: [accountApi.byID],
    done: 'Your details were updated.',
    onSuccess: onClose,
  })

  return (
    <Dialog title="Edit Account" onClose={onClose}>
      <Form
        form={form}
        onSubmit={(body) => edit.mutateAsync({ body })}
        errorMessage={(error) => toErrorMessage(error, 'Update failed')}
      >
        <TextField label="Username" autoComplete="username" {...form.field('username')} />
        <TextField label="Full name" autoComplete="name" {...form.field('fullName')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          help="You can change it 3 times a day. We tell the old address, and ask you to confirm the new one."
          {...form.field('email')}
        />
        <TextField label="Phone" type="tel" autoComplete="tel" {...form.field('contactNumber')} />
        <TextArea
          label="Address"
          rows={2}
          autoComplete="street-address"
          help="Street, unit number and postal code, separated by commas"
          {...form.field('userAddress')}
        />
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" busy={edit.isPending}>
            Save changes
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
