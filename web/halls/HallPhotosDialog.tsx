import { z } from 'zod'
import type { HallOverview } from '#contract/halls/api.ts'
import {
  type HallPhoto,
  PhotoForm,
  photoApi,
  photoSizes,
  photoSubjects,
  wrongPhotoMessage,
} from '#contract/halls/photo-api.ts'
import { logoTypes, maxLogoBytes } from '#contract/house/logo.ts'
import { useApi } from '#web/api/use-api.ts'
import common from '#web/ui/common.module.css'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { drawJpeg } from '#web/ui/draw-jpeg.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { FileInput } from '#web/ui/form/FileInput.tsx'
import { optionsOf, SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { PhotoOfHall } from '#web/ui/PhotoOfHall.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'

/** What visitors see of the hall besides its niches. */
export function HallPhotosDialog({ hall }: { hall: HallOverview }) {
  const { buildingID, buildingName } = hall
  const photos = useApi(photoApi.list, { params: { buildingID } })
  return (
    <Dialog title={`Photographs of ${buildingName}`} wide>
      <p>Families see them below the map. Where and when they were taken is not kept.</p>
      <QueryResult query={photos} loading="Loading the photographs..." failure="Failed to load the photographs">
        {(list) => (
          <ul className={common.stack3}>
            {list.map((photo) => (
              <li key={photo.photoID} className={`${common.spread} ${common.tight}`}>
                <PhotoOfHall photo={photo} size="small" />
                <span>
                  {photoSubjects[photo.subject]}: {photo.caption}
                </span>
                <DialogButton
                  small
                  variant="quiet"
                  aria-label={`Remove ${photo.caption}`}
                  dialog={() => <RemoveDialog photo={photo} />}
                >
                  Remove
                </DialogButton>
              </li>
            ))}
          </ul>
        )}
      </QueryResult>
      <DialogButton variant="secondary" dialog={() => <AddDialog hall={hall} />}>
        Add a photograph
      </DialogButton>
    </Dialog>
  )
}

const RemoveDialog = ({ photo }: { photo: HallPhoto }) => (
  <CallDialog
    title="Remove this photograph?"
    confirm="Remove"
    danger
    endpoint={photoApi.remove}
    input={{ body: { photoID: photo.photoID } }}
    done="The photograph is removed."
    invalidates={[photoApi.list]}
  >
    {photo.caption}
  </CallDialog>
)

/** The chosen file has the name of the field for which the server reports problems with it. */
const ChosenPhoto = PhotoForm.extend({ large: z.instanceof(File, { error: wrongPhotoMessage }) })

const AddDialog = ({ hall }: { hall: HallOverview }) => (
  <FormDialog
    title="Add a photograph"
    schema={ChosenPhoto}
    values={{ buildingID: hall.buildingID, subject: 'hall', caption: '' }}
    endpoint={photoApi.add}
    input={async ({ large, ...body }) => ({ body, files: await inBothSizes(large) })}
    errorMessage={(error) => (error instanceof DOMException ? wrongPhotoMessage : undefined)}
    done="The photograph is added."
    invalidates={[photoApi.list]}
  >
    {(form) => {
      const { onChange, value: _, error, ...file } = form.fileField('large')
      return (
        <>
          <Field label="Photograph" help="At most 12 of each hall, without people in them." error={error}>
            {(control) => (
              <FileInput
                {...file}
                {...control}
                accept={logoTypes.join()}
                onChange={(event) => onChange(event.target.files?.[0])}
              />
            )}
          </Field>
          <SelectField label="It shows" options={optionsOf(photoSubjects)} {...form.field('subject')} />
          <TextField
            label="In words"
            help="For example: the hall in the morning, seen from the door."
            {...form.field('caption')}
          />
        </>
      )
    }}
  </FormDialog>
)

async function inBothSizes(photo: File) {
  const picture = await createImageBitmap(photo)
  try {
    return { small: await draw(picture, photoSizes.small), large: await draw(picture, photoSizes.large) }
  } finally {
    picture.close()
  }
}

async function draw(picture: ImageBitmap, side: number) {
  for (const quality of [0.86, 0.7, 0.5]) {
    const copy = await drawJpeg(picture, side, { quality })
    if (copy.size <= maxLogoBytes) return new File([copy], 'photograph.jpg', { type: copy.type })
  }
  throw new DOMException(wrongPhotoMessage)
}
