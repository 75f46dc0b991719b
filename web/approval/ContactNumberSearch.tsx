import { type FormEvent, useState } from 'react'
import { isSearchable } from '#contract/bookings/search-path.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import styles from './ContactNumberSearch.module.css'

const wrongNumber = 'Please enter a valid 8-digit contact number.'

interface ContactNumberSearchProps {
  query: string
  isLoading: boolean
  onSearch: (number: string) => void
}

/** Keeps only digits, however the number is typed or pasted. */
export function ContactNumberSearch({ query, isLoading, onSearch }: ContactNumberSearchProps) {
  const [number, setNumber] = useState(query.replace(/\D/g, ''))
  const [error, setError] = useState(query && !isSearchable(query) ? wrongNumber : '')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (number === '' || isLoading) return
    setError(isSearchable(number) ? '' : wrongNumber)
    if (isSearchable(number)) onSearch(number)
  }

  return (
    <search>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label="Contact number"
          name="query"
          type="tel"
          inputMode="numeric"
          autoComplete="off"
          placeholder="8 digits, as in 91234567"
          value={number}
          error={error || undefined}
          onChange={(event) => {
            setNumber(event.target.value.replace(/\D/g, ''))
            setError('')
          }}
        />
        <Button type="submit" disabled={number === '' || isLoading}>
          Search
        </Button>
      </form>
    </search>
  )
}
