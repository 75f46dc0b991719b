import { hallApi } from '#contract/halls/api.ts'
import type { HallPhoto, PhotoSize } from '#contract/halls/photos.ts'
import { urlFor } from '#web/api/request.ts'
import styles from './PhotoOfHall.module.css'

export const PhotoOfHall = ({ photo: { photoID, caption }, size }: { photo: HallPhoto; size: PhotoSize }) => (
  <img
    src={urlFor(hallApi.photo, { query: { photoID, size } })}
    alt={caption}
    loading="lazy"
    className={styles[size]}
  />
)
