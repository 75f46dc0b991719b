import { type ComponentPropsWithRef, useId } from 'react'
import styles from './ChoiceField.module.css'
import { FieldError } from './Field.tsx'

interface Choice {
  value: string
  label: string
  /** Its name on other pages, beside the label. */
  tag?: string
  /** The meaning of the choice. */
  words?: string
}

type ChoiceFieldProps = Omit<ComponentPropsWithRef<'input'>, 'id' | 'className' | 'type' | 'value'> & {
  legend: string
  choices: readonly Choice[]
  error?: string | undefined
  /** One below the other, side by side where there is room, or many short ones as tiles. */
  layout?: 'rows' | 'side' | 'tiles'
  /** Set for a question or names that are read at arm's length. */
  large?: boolean
}

/** One of a few, each large enough for a thumb. */
export function ChoiceField({ legend, choices, error, layout = 'rows', large = false, ...input }: ChoiceFieldProps) {
  const id = useId()
  return (
    <div>
      <fieldset
        className={[styles.choices, styles[layout], large && styles.large].filter(Boolean).join(' ')}
        aria-describedby={error && `${id}-error`}
      >
        <legend className={styles.legend}>{legend}</legend>
        {choices.map(({ value, label, tag, words }, index) => (
          <label key={value} className={styles.choice}>
            <input
              {...input}
              type="radio"
              value={value}
              aria-labelledby={tag ? `${id}-${index}-tag ${id}-${index}` : `${id}-${index}`}
              aria-describedby={words && `${id}-${index}-words`}
            />
            <span>
              <span className={styles.name}>
                <strong id={`${id}-${index}`}>{label}</strong>
                {tag && <span id={`${id}-${index}-tag`}>{tag}</span>}
              </span>
              {words && <span id={`${id}-${index}-words`}>{words}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      {error && <FieldError id={`${id}-error`} message={error} />}
    </div>
  )
}
