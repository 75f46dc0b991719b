import type { ReactNode } from 'react'
import { ButtonLink, type ButtonProps } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'

export interface RowAction extends Pick<ButtonProps, 'variant' | 'disabled'> {
  label: string
  /** The label with the name of the row, for screen readers. */
  name?: string
  /** The action opens a dialog or another page. */
  dialog?: (onClose: () => void) => ReactNode
  to?: string
}

/** The small buttons at the end of a row; those that are false do not apply to it. */
export const RowActions = ({ actions }: { actions: readonly (RowAction | false | undefined)[] }) => (
  <div className={common.row2}>{actions.map((action) => action && <Action key={action.label} {...action} />)}</div>
)

function Action({ label, name, dialog, to, variant = 'quiet', disabled }: RowAction) {
  const look = { small: true, variant, 'aria-label': name }
  if (to)
    return (
      <ButtonLink {...look} to={to}>
        {label}
      </ButtonLink>
    )
  return (
    dialog && (
      <DialogButton {...look} disabled={disabled} dialog={dialog}>
        {label}
      </DialogButton>
    )
  )
}
