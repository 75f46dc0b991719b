import { useState } from 'react'
import { AccountEdit } from '#contract/accounts/account.ts'
import { accountApi, type User } from '#contract/accounts/api.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'

export function EditAccountDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { username, fullName, email, contactNumber, userAddress, role } = user
  const [schema] = useState(() => AccountEdit({ role }))
  return (
    <FormDialog
      title="Edit Account"
      schema={schema}
      values={{ username, fullName, email, contactNumber, userAddress }}
      endpoint={accountApi.edit}
      input={(body) => ({ body })}
      verb="Save changes"
      done="Your details were updated."
      errorMessage={(error) => toErrorMessage(error, 'Update failed')}
      invalidates={[accountApi.byID]}
      onClose={onClose}
    >
      {(form) => (
        <>
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
            optional={role !== 'user'}
            autoComplete="street-address"
            help="Street, unit number and postal code, separated by commas"
            {...form.field('userAddress')}
          />
        </>
      )}
    </FormDialog>
  )
}
