import type { ButtonHTMLAttributes } from 'react'
import { Link, type LinkProps } from 'react-router'
import styles from './Button.module.css'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: Variant
  small?: boolean
  /** Work is in progress: the button stays visible, says so and ignores clicks. */
  busy?: boolean
}

export function Button({ variant = 'primary', small = false, busy = false, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf(variant, small)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  )
}

/** A link that looks like a button, for navigation. */
export const ButtonLink = ({
  variant = 'primary',
  small = false,
  ...rest
}: LinkProps & Pick<ButtonProps, 'variant' | 'small'>) => <Link {...rest} className={classOf(variant, small)} />

const classOf = (variant: Variant, small: boolean) =>
  [styles.button, styles[variant], small && styles.small].filter(Boolean).join(' ')
