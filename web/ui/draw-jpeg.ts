/** A copy of a picture whose longer side is at most so many pixels. Only the pixels are copied, not where and when it was taken. */
export function drawJpeg(picture: ImageBitmap, side: number, { isTurned = false, quality = 0.86 } = {}): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
  const canvas = document.createElement('canvas')
  canvas.width = isTurned ? height : width
  canvas.height = isTurned ? width : height
  const pen = canvas.getContext('2d')
  if (isTurned) pen?.transform(0, 1, -1, 0, height, 0)
  pen?.drawImage(picture, 0, 0, width, height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be read'))),
      'image/jpeg',
      quality,
    )
  })
}
