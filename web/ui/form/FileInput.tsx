import type { ComponentProps, MouseEvent } from 'react'
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

/** The `onClick` of a file input: browsers do not report a file with the name of the last one, although it was corrected meanwhile. */
export const chooseAnew = ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
  currentTarget.value = ''
}
