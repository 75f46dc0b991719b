import styles from './Unbroken.module.css'

const whole =
  /(\b[A-Z]{1,4}-[\dA-Z]+(?:-[\dA-Z]+)*\b[,.;:]?|#\d+-\d+|\bSGD [\d,]+\.\d\d|\b(?:\d{1,2} )?[A-Z][a-z]{2} \d{4}\b)/
const day = / \d{4}$/

/** A text whose codes, unit numbers, amounts and dates do not break inside, and whose commas stay with their codes. */
export const Unbroken = ({ text }: { text: string }) =>
  text.split(whole).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move.
      <span key={at} className={day.test(part) ? styles.day : styles.whole}>
        {part}
      </span>
    ),
  )
