import { accountApi } from '#contract/accounts/api.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'
import { Code, CodeField } from './CodeField.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** The old codes are replaced only after a code proves that the user still has the phone. */
export function NewRecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const form = useZodForm(Code, { token: '' })
  const make = useApiMutation(accountApi.newRecoveryCodes)

  if (make.data) {
    return (
      <Dialog title="Your new recovery codes" onClose={onClose}>
        <RecoveryCodes codes={make.data.recoveryCodes} done="Done" onDone={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog title="New recovery codes" onClose={onClose}>
      <p>You get ten new codes, and the old ones stop working. First, a code from your authenticator app.</p>
      <Form
        form={form}
        onSubmit={(body) => make.mutateAsync({ body })}
        errorMessage={(error) => toErrorMessage(error, 'Verification failed')}
      >
        <CodeField {...form.field('token')} />
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" busy={make.isPending}>
            Make new codes
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
