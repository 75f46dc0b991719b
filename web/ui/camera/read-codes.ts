import { loadChunk } from '#web/core/load-chunk.ts'

/** Reads a code in what the camera shows now. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | undefined>

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** The browser's own reader where there is one, which also knows bar codes. Ours reads QR codes only. */
export async function createCodeReader(): Promise<CodeReader> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: DetectorClass }
  if (Native && (await Native.getSupportedFormats()).includes('qr_code')) {
    const detector = new Native()
    return async (video) => (await detector.detect(video))[0]?.rawValue
  }
  return createQrReader()
}

/** The picture is wide enough for a label at arm's length. More pixels take longer and find no more. */
const width = 640

async function createQrReader(): Promise<CodeReader> {
  const { default: decodeQR } = await loadChunk('decode.js', () => import('qr/decode.js'))
  const canvas = document.createElement('canvas')
  const picture = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    if (!picture || video.videoWidth === 0) return undefined
    canvas.width = width
    canvas.height = Math.round((width * video.videoHeight) / video.videoWidth)
    picture.drawImage(video, 0, 0, canvas.width, canvas.height)
    try {
      return decodeQR(picture.getImageData(0, 0, canvas.width, canvas.height))
    } catch {
      /** Most pictures have no code in them. */
      return undefined
    }
  }
}
