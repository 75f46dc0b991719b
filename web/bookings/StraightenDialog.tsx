import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { t } from '#contract/words/t.ts'
import { toast } from '#web/core/toast.tsx'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { saveCopy } from './certificate-file.ts'
import styles from './StraightenDialog.module.css'
import { type Corner, type Corners, isQuadrilateral, straightenPixels } from './straighten.ts'
import { useObjectURL } from './use-object-url.ts'

export interface StraightenProps {
  photo: File
  onStraightened: (straight: File) => void
  onClose: () => void
}

const names = () => [t`Upper left corner`, t`Upper right corner`, t`Lower right corner`, t`Lower left corner`]
const first: Corners = [
  { x: 0.08, y: 0.08 },
  { x: 0.92, y: 0.08 },
  { x: 0.92, y: 0.92 },
  { x: 0.08, y: 0.92 },
]
const step = 0.01
const steps: Record<string, Corner> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
}

/** Makes a rectangle of a paper that was photographed at an angle. Loaded when it is first opened. */
export function StraightenDialog({ photo, onStraightened, onClose }: StraightenProps) {
  const url = useObjectURL(photo)
  const [corners, setCorners] = useState(first)
  const [isBusy, setBusy] = useState(false)
  const picture = useRef<HTMLDivElement>(null)
  const isPossible = isQuadrilateral(corners)
  /** Closing the dialog while the photo is being straightened leaves it as it is. */
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  const move = (at: number, to: Corner) => {
    const within = (part: number) => Math.min(1, Math.max(0, part))
    const moved: [Corner, Corner, Corner, Corner] = [...corners]
    moved[at] = { x: within(to.x), y: within(to.y) }
    setCorners(moved)
  }
  const drag = (event: PointerEvent, at: number) => {
    const box = picture.current?.getBoundingClientRect()
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    move(at, { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height })
  }
  const onKeyDown = (event: KeyboardEvent, at: number, corner: Corner) => {
    const by = steps[event.key]
    if (!by) return
    event.preventDefault()
    move(at, { x: corner.x + by.x, y: corner.y + by.y })
  }
  const straighten = async () => {
    setBusy(true)
    await straightenPhoto(photo, corners).then(
      (straight) => isOpen.current && onStraightened(straight),
      () => toast.error(t`The photo could not be straightened. It can be sent as it is.`),
    )
    setBusy(false)
  }

  return (
    <Dialog wide title={t`Corners of the paper`} onClose={onClose}>
      <p>
        {t`Drag the four circles to the corners of the paper. With the keyboard, choose a corner and press the arrow keys.`}
      </p>
      <div ref={picture} className={styles.picture}>
        <img src={url} alt={t`The paper as it was photographed`} />
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          <polygon points={corners.map(({ x, y }) => `${x},${y}`).join(' ')} />
        </svg>
        {corners.map((corner, at) => (
          <button
            key={names()[at]}
            type="button"
            aria-label={names()[at]}
            className={styles.corner}
            style={{ left: `${corner.x * 100}%`, top: `${corner.y * 100}%` }}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => drag(event, at)}
            onKeyDown={(event) => onKeyDown(event, at, corner)}
          />
        ))}
      </div>
      <p role="alert" className={common.help}>
        {!isPossible &&
          t`The lines between the corners must not cross. Please put each circle on its own corner of the paper.`}
      </p>
      <div className={common.row3}>
        <Button busy={isBusy} disabled={!isPossible} onClick={straighten}>
          {t`Straighten`}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {t`Leave it as it is`}
        </Button>
      </div>
    </Dialog>
  )
}

/** The length in pixels. A page of this length can be read easily, and a phone needs about a second for it. */
const longestSide = 2000

async function straightenPhoto(photo: File, corners: Corners): Promise<File> {
  const picture = await createImageBitmap(photo)
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('There is no canvas')
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const { data, width, height } = straightenPixels(pen.getImageData(0, 0, canvas.width, canvas.height), corners)
  return saveCopy(await createImageBitmap(new ImageData(data, width, height)), photo.name, 'straight')
}
