import styles from './Unbroken.module.css'

/** Codes and dates with their commas, which would otherwise begin the next line. */
const whole =
  /(\b[A-Z]{1,4}-[\dA-Z]+(?:-[\dA-Z]+)*\b[,.;:]?|#\d+-\d+|\bSGD [\d,]+\.\d\d|\b(?:\d{1,2} )?[A-Z][a-z]{2} \d{4}\b[,.;:]?)/

/** A text whose codes, unit numbers, amounts and dates do not break inside. */
export const Unbroken = ({ text }: { text: string }) =>
  text.split(whole).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move.
      <span key={at} className={styles.whole}>
        {part}
      </span>
    ),
  )
