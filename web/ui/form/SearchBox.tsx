import { Search } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import styles from './SearchBox.module.css'

type SearchBoxProps = Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'onSubmit' | 'className'> & {
  label: string
  value: string
  onChange: (text: string) => void
  /** Called when Enter is pressed. */
  onSubmit?: () => void
}

export const SearchBox = ({ label, onChange, onSubmit, ...input }: SearchBoxProps) => (
  <search className={styles.search}>
    <Search size={19} strokeWidth={1.7} aria-hidden="true" />
    <input
      type="search"
      aria-label={label}
      {...input}
      className={styles.input}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && onSubmit?.()}
    />
  </search>
)
