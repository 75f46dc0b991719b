import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
import { buildingID, required, uuid } from '../schema-parts.ts'

/** What a photograph of a hall shows. */
export const photoSubjects = { hall: 'The hall', light: 'The light', wall: 'A wall' } as const
const subject = z.enum(Object.keys(photoSubjects) as [PhotoSubject, ...PhotoSubject[]])
export type PhotoSubject = keyof typeof photoSubjects

export const maxPhotosPerHall = 12

/** Visitors load the small one with the list, and the large one when they open it. The longest sides, in pixels. */
export const photoSizes = { small: 480, large: 1600 } as const
export type PhotoSize = keyof typeof photoSizes

export const HallPhoto = z.object({
  photoID: z.string(),
  subject,
  /** The words below the photograph, which also describe it to those who do not see it. */
  caption: z.string(),
})
export type HallPhoto = z.infer<typeof HallPhoto>

export const PhotoForm = z.object({
  buildingID,
  subject,
  caption: required('Please say what the photograph shows.', 120),
})

/** The browser makes both sizes of the photograph that an admin chooses. */
const photoFiles = {
  small: { missing: 'Please choose a photograph.' },
  large: { missing: 'Please choose a photograph.' },
}

export const wrongPhotoMessage = 'Please choose a photograph.'
export const tooManyPhotosMessage = `A hall has at most ${maxPhotosPerHall} photographs. Please remove one first.`

const { admins, anyone } = callsBelow('/api/photos')

export const photoApi = {
  list: anyone.get('of/:buildingID', 'The photographs of a hall', {
    params: z.object({ buildingID }),
    reply: z.array(HallPhoto),
    etag: true,
  }),
  photo: anyone.get('photo', 'A photograph of a hall in one of its sizes, as JPEG', {
    query: z.object({ photoID: uuid, size: z.enum(Object.keys(photoSizes) as [PhotoSize, ...PhotoSize[]]) }),
    sends: 'image/jpeg',
  }),
  add: admins.post('add', 'Add a photograph of a hall, which visitors see', {
    freshFactor: true,
    fileKind: 'picture',
    body: PhotoForm,
    files: photoFiles,
  }),
  remove: admins.post('remove', 'Remove a photograph of a hall', {
    freshFactor: true,
    body: z.object({ photoID: uuid }),
  }),
} as const
