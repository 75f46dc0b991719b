import { FileText } from 'lucide-react'
import { type ComponentType, type DragEvent, useRef, useState } from 'react'
import { certificateTypes } from '#contract/documents/certificate.ts'
import { t, translate } from '#contract/words/t.ts'
import { loadChunk } from '#web/core/load-chunk.ts'
import { toast } from '#web/core/toast.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { Field } from '#web/ui/form/Field.tsx'
import { FileInput } from '#web/ui/form/FileInput.tsx'
import styles from './CertificateField.module.css'
import { canBeSmaller, checkCertificate, showSize, shrinkImage, turnImage } from './certificate-file.ts'
import type { StraightenProps } from './StraightenDialog.tsx'
import { useObjectURL } from './use-object-url.ts'

interface CertificateFieldProps {
  label: string
  name: string
  value: File | undefined
  error: string | undefined
  onChange: (file: File | undefined) => void
}

const what = () => t`A scan or a clear photo: PDF, PNG or JPEG, at most 5 MB. You can also drop it on the box.`
const notSmaller = () => t`We could not make a smaller copy of this picture. Please take another photo of it.`

/** Takes a file by choosing or dropping, and checks and previews it before upload. An error is announced once and stays on the page. */
export function CertificateField({ label, name, value, error, onChange }: CertificateFieldProps) {
  const [refused, setRefused] = useState<{ file: File; message: string }>()
  const [isOver, setOver] = useState(false)
  const [isShrinking, setShrinking] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)

  const take = (file: File | undefined) => {
    if (!file) return
    const message = checkCertificate(file)
    setRefused(message ? { file, message } : undefined)
    onChange(message ? undefined : file)
    for (const { current: input } of [chooser, camera]) if (input) input.value = ''
    if (message) window.alert(translate(message))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  /** The button that was pressed goes away. */
  const focusChooser = () => chooser.current?.focus()
  const shrink = async (file: File, button: Element) => {
    setShrinking(true)
    const takeSmaller = (smaller: File) => {
      if (document.activeElement === button) focusChooser()
      take(smaller)
    }
    await shrinkImage(file).then(takeSmaller, () => setRefused({ file, message: notSmaller() }))
    setShrinking(false)
  }
  const remove = () => {
    onChange(undefined)
    focusChooser()
  }

  return (
    <div className={common.stack2}>
      <Field label={label} help={what()} error={refused?.message ?? error}>
        {(control) => (
          <FileInput
            {...control}
            ref={chooser}
            name={name}
            accept={certificateTypes.join(',')}
            isOver={isOver}
            hidesName
            onChange={(event) => take(event.target.files?.[0])}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(true)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
          />
        )}
      </Field>
      <div className={styles.photo}>
        <input
          ref={camera}
          type="file"
          hidden
          accept="image/jpeg,image/png"
          capture="environment"
          onChange={(event) => take(event.target.files?.[0])}
        />
        <Button variant="secondary" small onClick={() => camera.current?.click()}>
          {t`Take a photo`}
        </Button>
      </div>
      {refused && canBeSmaller(refused.file) && (
        <div>
          <Button
            variant="secondary"
            small
            busy={isShrinking}
            onClick={(event) => shrink(refused.file, event.currentTarget)}
          >
            {t`Use a smaller copy`}
          </Button>
        </div>
      )}
      {value && <ChosenFilePreview file={value} onChange={onChange} onRemove={remove} />}
    </div>
  )
}

interface ChosenFilePreviewProps {
  file: File
  onChange: (file: File) => void
  onRemove: () => void
}

/** Shows the chosen file, large enough to see whether it can be read. */
function ChosenFilePreview({ file, onChange, onRemove }: ChosenFilePreviewProps) {
  const url = useObjectURL(file)
  const [isTurning, setTurning] = useState(false)
  const [straightened, setStraightened] = useState<{ from: File; to: File }>()
  const [Straighten, setStraighten] = useState<ComponentType<StraightenProps>>()
  const isPicture = file.type.startsWith('image/')
  /** The photo of which a straightened copy is shown, perhaps turned since then. */
  const photo = straightened?.to === file ? straightened.from : undefined
  const showCopy = (from: File, to: File) => {
    setStraightened({ from, to })
    onChange(to)
  }
  const turn = async () => {
    setTurning(true)
    const show = (turned: File) => (photo ? showCopy(photo, turned) : onChange(turned))
    await turnImage(file).then(show, () => toast.error(t`The picture could not be turned.`))
    setTurning(false)
  }
  const openStraighten = () =>
    loadChunk('StraightenDialog', () => import('./StraightenDialog.tsx')).then(
      ({ StraightenDialog }) => setStraighten(() => StraightenDialog),
      () => toast.error(t`This could not be loaded just now. The photo can be sent as it is.`),
    )
  return (
    <div className={styles.preview}>
      {url && isPicture ? (
        <img src={url} alt={t`Preview of ${file.name}`} />
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
      {isPicture && (
        <Button variant="secondary" small busy={isTurning} onClick={turn}>
          {t`Turn`}
        </Button>
      )}
      {isPicture && (
        <Button variant="secondary" small onClick={openStraighten}>
          {t`Straighten`}
        </Button>
      )}
      {photo && (
        <Button variant="quiet" small onClick={() => onChange(photo)}>
          {t`Use the photo as it was`}
        </Button>
      )}
      <Button variant="quiet" small onClick={onRemove}>
        {t`Remove`}
      </Button>
      {Straighten && (
        <Straighten
          photo={file}
          onClose={() => setStraighten(undefined)}
          onStraightened={(to) => {
            setStraighten(undefined)
            showCopy(photo ?? file, to)
          }}
        />
      )}
    </div>
  )
}

export const RestoredDraftNotice = () => (
  <Callout>
    <p>{t`We kept what you wrote. Files cannot be kept, so certificates must be chosen again.`}</p>
  </Callout>
)
