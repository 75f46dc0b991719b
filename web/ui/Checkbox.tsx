import type { ComponentPropsWithRef } from 'react'
import styles from './Checkbox.module.css'

type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'className' | 'type'> & { label: string }

/** A choice that is sent with a form; one that takes effect at once is a switch. */
export const Checkbox = ({ label, ...input }: CheckboxProps) => (
  <label className={styles.label}>
    <input {...input} type="checkbox" />
    {label}
  </label>
)
