import { type ComponentPropsWithRef, useId } from 'react'
import { FieldError } from '#web/ui/Field.tsx'
import styles from './TimeTiles.module.css'

interface TimeTilesProps {
  times: readonly string[]
  field: ComponentPropsWithRef<'input'> & { error: string | undefined }
}

/** The times of a day as radio buttons that are large enough for a thumb. */
export function TimeTiles({ times, field: { error, ...field } }: TimeTilesProps) {
  const errorID = useId()
  return (
    <fieldset className={styles.times} aria-describedby={error && errorID}>
      <legend className={styles.legend}>Time</legend>
      <div className={styles.tiles}>
        {times.map((time) => (
          <label key={time} className={styles.tile}>
            <input type="radio" value={time} {...field} />
            {time}
          </label>
        ))}
      </div>
      {error && <FieldError id={errorID} message={error} />}
    </fieldset>
  )
}
