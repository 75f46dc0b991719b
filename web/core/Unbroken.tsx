import styles from './Unbroken.module.css'

const codeOrAmount = /(\b[A-Z]{1,4}-[\dA-Z]+(?:-[\dA-Z]+)*\b|#\d+-\d+|\bSGD [\d,]+\.\d\d)/

/** A text whose codes, unit numbers and amounts do not break inside. */
export const Unbroken = ({ text }: { text: string }) =>
  text.split(codeOrAmount).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move.
      <span key={at} className={styles.whole}>
        {part}
      </span>
    ),
  )
