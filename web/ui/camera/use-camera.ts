import { useEffect, useRef, useState } from 'react'
import { createCodeReader } from './read-codes.ts'

export type CameraState = 'starting' | 'reading' | 'refused' | 'failed'

/** Browsers offer it only over HTTPS and on localhost. */
export const hasCamera = () => navigator.mediaDevices?.getUserMedia !== undefined

const betweenReadsMs = 120
/** A code stays in view for a while after it was read. */
const sameCodeMs = 3000

/** Shows the camera in the video and reads codes from it until the component is gone. */
export function useCamera(onRead: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('starting')
  const latest = useRef(onRead)
  latest.current = onRead

  useEffect(() => {
    const element = video.current
    if (!element) return
    let stream: MediaStream | undefined
    let isOver = false
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }

    async function run(element: HTMLVideoElement) {
      stream = await openCamera()
      if (isOver) return stop()
      if (!stream) return setState('refused')
      element.srcObject = stream
      await element.play()
      const read = await createCodeReader()
      setState('reading')
      let last = { text: '', at: 0 }
      while (!isOver) {
        const text = await read(element)
        const isNew = text !== last.text || Date.now() - last.at > sameCodeMs
        if (text && isNew && !isOver) {
          last = { text, at: Date.now() }
          latest.current(text)
        }
        await new Promise((resolve) => setTimeout(resolve, betweenReadsMs))
      }
    }
    run(element).catch(() => {
      stop()
      if (!isOver) setState('failed')
    })
    return () => {
      isOver = true
      stop()
    }
  }, [])
  return { video, state }
}

/** The camera at the back of a phone. Undefined if the person or the browser does not allow it, or there is none. */
const openCamera = () =>
  navigator.mediaDevices
    .getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    })
    .catch(() => undefined)
