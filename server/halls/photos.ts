import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import {
  maxPhotosPerHall,
  type PhotoForm,
  type PhotoSize,
  photoSizes,
  tooManyPhotosMessage,
  wrongPhotoMessage,
} from '#contract/halls/photo-api.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { buildings, hallPhotos } from '#server/database/schema.ts'
import { withoutMetadata } from '#server/documents/public.ts'
import { AppError } from '#server/http/errors.ts'
import type { Db } from '#server/ports/database.ts'
import type { ReceivedFile } from '#server/ports/form-reader.ts'

export const listPhotos = (db: Db, buildingID: string) =>
  db
    .select({ photoID: hallPhotos.photoID, subject: hallPhotos.subject, caption: hallPhotos.caption })
    .from(hallPhotos)
    .where(eq(hallPhotos.buildingID, buildingID))
    .orderBy(asc(hallPhotos.addedAt), asc(hallPhotos.photoID))

export const addPhoto = (
  context: SignedInContext,
  { buildingID, ...photo }: z.output<typeof PhotoForm>,
  files: Record<PhotoSize, ReceivedFile>,
) =>
  inTransaction(context, async (context) => {
    const { db } = context
    const pictures = { small: readPhoto(files, 'small'), large: readPhoto(files, 'large') }
    const [hall] = await db.select().from(buildings).where(eq(buildings.buildingID, buildingID)).for('update')
    if (!hall) throw new AppError('NOT_FOUND')
    if ((await db.$count(hallPhotos, eq(hallPhotos.buildingID, buildingID))) >= maxPhotosPerHall)
      throw new AppError('INVALID', { errors: { large: tooManyPhotosMessage } })
    const photoID = randomUUID()
    await db.insert(hallPhotos).values({ photoID, buildingID, ...photo, ...pictures, addedAt: context.clock() })
    await record(context, 'hall.photo_added', buildingID, { ...photo, photoID })
  })

/** The photograph as base64, without what a camera writes beside the pixels. */
function readPhoto(files: Record<PhotoSize, ReceivedFile>, size: PhotoSize): string {
  const { mime, bytes } = files[size]
  const picture = mime === 'image/jpeg' ? withoutMetadata(bytes) : undefined
  if (!picture || Math.max(picture.width, picture.height) > photoSizes[size])
    throw new AppError('INVALID', { errors: { large: wrongPhotoMessage } })
  return picture.bytes.toString('base64')
}

/** Removing it twice is no error. */
export const removePhoto = (context: SignedInContext, photoID: string) =>
  inTransaction(context, async (context) => {
    const [removed] = await context.db
      .delete(hallPhotos)
      .where(eq(hallPhotos.photoID, photoID))
      .returning({ buildingID: hallPhotos.buildingID, caption: hallPhotos.caption })
    if (removed) await record(context, 'hall.photo_removed', removed.buildingID, { caption: removed.caption, photoID })
  })

export async function findPhoto(db: Db, size: PhotoSize, photoID: string) {
  const [photo] = await db.select({ content: hallPhotos[size] }).from(hallPhotos).where(eq(hallPhotos.photoID, photoID))
  return photo && { mime: 'image/jpeg', content: photo.content }
}
