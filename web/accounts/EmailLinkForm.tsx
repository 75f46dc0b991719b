import { type ReactNode, useState } from 'react'
import type { accountApi } from '#contract/accounts/api.ts'
import { t } from '#contract/words/t.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { readLinkToken } from '#web/core/link-token.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormActions } from '#web/ui/form/Form.tsx'

interface EmailLinkFormProps {
  endpoint: typeof accountApi.confirmEmail | typeof accountApi.undoEmailChange
  button: string
  onSuccess?: () => void
  /** Shown in place of the button once the call has succeeded. */
  children: ReactNode
}

/** The page of a mailed link acts on a press: mail scanners open links, but press nothing. */
export function EmailLinkForm({ endpoint, button, onSuccess = () => undefined, children }: EmailLinkFormProps) {
  const [token] = useState(readLinkToken)
  const { isSuccess, isPending, error, mutate } = useApiMutation(endpoint, { onSuccess })
  const problem = token
    ? error && toErrorMessage(error)
    : t`This link is not complete. Please open it from the letter again.`
  return (
    <>
      <div role="status">{isSuccess && children}</div>
      {!isSuccess && (
        <FormActions error={problem ?? undefined}>
          {token && (
            <Button busy={isPending} onClick={() => mutate({ body: { token } })}>
              {button}
            </Button>
          )}
        </FormActions>
      )}
    </>
  )
}
