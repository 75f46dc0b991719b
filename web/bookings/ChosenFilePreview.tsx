import { FileText } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import styles from './CertificateField.module.css'
import { showSize } from './check-certificate.ts'
import { useObjectURL } from './use-object-url.ts'

/** Shows the chosen file, so that nobody uploads the wrong page. */
export function ChosenFilePreview({ file, onRemove }: { file: File; onRemove: () => void }) {
  const url = useObjectURL(file)
  return (
    <div className={styles.preview}>
      {url && file.type.startsWith('image/') ? (
        <img src={url} alt={`Preview of ${file.name}`} />
      ) : (
        <span className={styles.paper}>
          <FileText size={26} strokeWidth={1.4} aria-hidden="true" />
        </span>
      )}
      <div className={styles.name}>
        <a href={url} target="_blank" rel="noreferrer">
          {file.name}
        </a>
        <span className={common.muted}>{showSize(file.size)}</span>
      </div>
      <Button variant="quiet" small onClick={onRemove}>
        Remove
      </Button>
    </div>
  )
}
