import { photoApi } from '#contract/halls/photo-api.ts'
import { t } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { useOpenDialog } from '#web/ui/dialog/DialogButton.tsx'
import { PhotoOfHall } from '#web/ui/PhotoOfHall.tsx'
import styles from './HallPhotos.module.css'

interface HallPhotosProps {
  buildingID: string
  buildingName: string
}

/** The photographs of a hall, each of which opens larger. Left out if there are none, or if they cannot be loaded. */
export function HallPhotos({ buildingID, buildingName }: HallPhotosProps) {
  const photos = useApi(photoApi.list, { params: { buildingID } }, { what: 'the photographs' }).data ?? []
  const openDialog = useOpenDialog()
  if (photos.length === 0) return null
  return (
    <ul className={common.row2} aria-label={t`Photographs of ${buildingName}`} data-screen-only>
      {photos.map((photo) => (
        <li key={photo.photoID}>
          <button
            type="button"
            className={styles.open}
            aria-haspopup="dialog"
            onClick={() =>
              openDialog(() => (
                <Dialog title={photo.caption} wide>
                  <PhotoOfHall photo={photo} size="large" />
                </Dialog>
              ))
            }
          >
            <PhotoOfHall photo={photo} size="small" />
          </button>
        </li>
      ))}
    </ul>
  )
}
