import type { ComponentProps } from 'react'
import styles from './FileInput.module.css'

interface FileInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** A file is being dragged over it. */
  isOver?: boolean
  /** The chosen file is shown elsewhere, so its name is not repeated here. */
  hidesName?: boolean
}

export const FileInput = ({ isOver = false, hidesName = false, ...rest }: FileInputProps) => (
  <input {...rest} type="file" className={styles.chooser} data-over={isOver} data-nameless={hidesName} />
)
