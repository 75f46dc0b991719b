import { FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import styles from './CertificateField.module.css'
import { showSize } from './check-certificate.ts'

/** What was chosen, so that nobody sends the wrong page. */
export function CertificatePreview({ file, onRemove }: { file: File; onRemove: () => void }) {
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
        <span className={styles.size}>{showSize(file.size)}</span>
      </div>
      <Button variant="quiet" small onClick={onRemove}>
        Remove
      </Button>
    </div>
  )
}

/** The browser keeps the file in memory until its address is given back, which is what the effect is for. */
function useObjectURL(file: File): string | undefined {
  const [url, setURL] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setURL(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
