import { useEffect, useState } from 'react'

/** The address of the picture after some turns of 90 degrees to the right. While it is drawn, that of the picture as it was before. */
export function useTurnedPicture(url: string | undefined, turns: number): string | undefined {
  const [turned, setTurned] = useState<string>()
  /** Drawn anew, so that it fits, enlarges and scrolls like any other picture. */
  useEffect(() => {
    if (!url || turns % 4 === 0) return setTurned(undefined)
    let made = ''
    let isWanted = true
    const show = (blob: Blob | null) => {
      if (!blob || !isWanted) return
      made = URL.createObjectURL(blob)
      setTurned(made)
    }
    /** A broken picture stays as it is. */
    drawTurned(url, turns).then(show, () => undefined)
    return () => {
      isWanted = false
      URL.revokeObjectURL(made)
    }
  }, [url, turns])
  return turned ?? url
}

async function drawTurned(url: string, turns: number): Promise<Blob | null> {
  const picture = new Image()
  picture.src = url
  await picture.decode()
  const { naturalWidth: width, naturalHeight: height } = picture
  const canvas = document.createElement('canvas')
  const isUpright = turns % 2 === 0
  canvas.width = isUpright ? width : height
  canvas.height = isUpright ? height : width
  const context = canvas.getContext('2d')
  context?.translate(canvas.width / 2, canvas.height / 2)
  context?.rotate((turns * Math.PI) / 2)
  context?.drawImage(picture, -width / 2, -height / 2)
  return new Promise((resolve) => canvas.toBlob(resolve))
}
