import { type HallPhoto, type PhotoSize, photoApi } from '#contract/halls/photo-api.ts'
import { urlFor } from '#web/api/request.ts'
import styles from './PhotoOfHall.module.css'

export const PhotoOfHall = ({ photo: { photoID, caption }, size }: { photo: HallPhoto; size: PhotoSize }) => (
  <img
    src={urlFor(photoApi.photo, { query: { photoID, size } })}
    alt={caption}
    loading="lazy"
    className={styles[size]}
  />
)
