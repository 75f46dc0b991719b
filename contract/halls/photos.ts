import { z } from 'zod'
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
  /** For those who do not see it, too. */
  caption: z.string(),
})
export type HallPhoto = z.infer<typeof HallPhoto>

export const PhotoForm = z.object({
  buildingID,
  subject,
  caption: required('Please say what the photograph shows.', 120),
})

const anySize = z.enum(Object.keys(photoSizes) as [PhotoSize, ...PhotoSize[]])
export const PhotoQuery = z.object({ photoID: uuid, size: anySize })

/** The browser makes both sizes of the photograph that an admin chooses. */
export const photoFiles = {
  small: { missing: 'Please choose a photograph.' },
  large: { missing: 'Please choose a photograph.' },
}

export const wrongPhotoMessage = 'Please choose a photograph.'
export const tooManyPhotosMessage = `A hall has at most ${maxPhotosPerHall} photographs. Please remove one first.`
