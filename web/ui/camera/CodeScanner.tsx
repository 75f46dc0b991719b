import common from '../common.module.css'
import styles from './CodeScanner.module.css'
import { type CameraState, useCamera } from './use-camera.ts'

interface CodeScannerProps {
  /** The thing at which the camera is held, for people who do not see the picture. */
  label: string
  onRead: (text: string) => void
}

const words: Record<CameraState, string> = {
  starting: 'Starting the camera...',
  reading: 'Hold the code inside the frame.',
  refused: 'The camera cannot be used. Please allow it in the settings of your browser, or type the code.',
  failed: 'The camera stopped. Please type the code.',
}

/** Reads codes with the camera, one after another. */
export function CodeScanner({ label, onRead }: CodeScannerProps) {
  const { video, state } = useCamera(onRead)
  const isOn = state === 'starting' || state === 'reading'
  return (
    <div className={common.stack2}>
      <div className={styles.picture} hidden={!isOn}>
        <video ref={video} muted playsInline aria-label={label} />
        <span className={styles.frame} aria-hidden="true" />
      </div>
      <p role="status" className={`${common.help} ${styles.words}`}>
        {words[state]}
      </p>
    </div>
  )
}
