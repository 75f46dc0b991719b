import { bookingApi } from '#contract/bookings/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { useDebouncedValue } from '#web/ui/use-debounced-value.ts'
import styles from './Decision.module.css'

/** The letter as the family will read it, from the function that sends it. Follows what is typed. */
export function DenialLetter({ bookingID, reason }: { bookingID: string; reason: string }) {
  const typed = useDebouncedValue(reason.trim(), 400)
  const preview = useApi(
    bookingApi.previewDenial,
    { body: { bookingID, reason: typed } },
    { what: 'letter of denial', enabled: typed !== '' && typed.length <= 500, keepPrevious: true },
  )
  if (reason.trim() === '' || !preview.data) return null
  const { to, subject, text } = preview.data
  return (
    <details open className={styles.letter}>
      <summary>The letter to the family</summary>
      <p className={styles.why}>To {to}</p>
      <p>
        <strong>{subject}</strong>
      </p>
      <p className={styles.text}>{text.trim()}</p>
    </details>
  )
}
