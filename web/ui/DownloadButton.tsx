import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { downloadFile } from '#web/api/download.ts'
import type { ApiInput } from '#web/api/request.ts'
import { toast } from '#web/core/toast.tsx'
import { Button, type ButtonProps } from './Button.tsx'

interface DownloadButtonProps<E extends Endpoint> extends Omit<ButtonProps, 'onClick' | 'busy'> {
  endpoint: E
  input: ApiInput<E>
}

/** Saves the file that a call replies with. Not a link, because the call may first ask for the second factor again. */
export function DownloadButton<E extends Endpoint>({
  endpoint,
  input,
  variant = 'secondary',
  ...button
}: DownloadButtonProps<E>) {
  const [isBusy, setBusy] = useState(false)
  const download = () => {
    setBusy(true)
    downloadFile(endpoint, input)
      .catch((error: unknown) => toast.error(toErrorMessage(error)))
      .finally(() => setBusy(false))
  }
  return <Button {...button} variant={variant} busy={isBusy} onClick={download} />
}
