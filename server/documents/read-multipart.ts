import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { maxCertificateBytes } from '#contract/documents/certificate.ts'
import { AppError } from '#server/http/errors.ts'
import { type SlowestSender, watchSpeed } from './slow-sender.ts'

export interface UploadedFile {
  bytes: Buffer
  tooLarge: boolean
}

export interface MultipartBody {
  body: Record<string, string>
  files: Map<string, UploadedFile>
}

const limits = { fieldSize: 16 * 1024, fields: 64, parts: 80, headerPairs: 20, fileSize: maxCertificateBytes }

/** Reads a multipart body to its end. Files with other names than the wanted ones are discarded. */
export function readMultipart(
  request: FastifyRequest,
  wanted: readonly string[],
  slowest?: SlowestSender,
): Promise<MultipartBody> {
  const type = request.headers['content-type']
  if (!type) return Promise.resolve({ body: {}, files: new Map() })
  /** The client may have disconnected while queued; don't wait for it. */
  if (request.raw.destroyed) return Promise.reject(new AppError('MALFORMED'))

  return new Promise((resolve, reject) => {
    const { raw } = request
    const parser = openParser(type)
    const fields = new Map<string, string>()
    const files = new Map<string, UploadedFile>()
    const startedFiles = new Set<string>()

    const fail = (code: 'MALFORMED' | 'TOO_LARGE') => {
      stopWatching()
      raw.unpipe(parser)
      raw.resume()
      reject(new AppError(code))
    }
    const stopWatching = watchSender(request, fail, slowest)

    parser.on('field', (name, value, _nameCut, valueCut) => {
      if (valueCut) fail('TOO_LARGE')
      else if (name) fields.set(name, value)
    })
    parser.on('file', (name, stream, filename) => {
      /** If the body ends within a file, the parser reports the error on the file. */
      stream.on('error', () => fail('MALFORMED'))
      if (!wanted.includes(name)) return stream.resume()
      if (startedFiles.has(name)) return fail('MALFORMED')
      startedFiles.add(name)
      return readFile(stream, (file) => {
        const isEmptyInput = !filename && file.bytes.length === 0
        if (!isEmptyInput) files.set(name, file)
      })
    })
    for (const limit of ['partsLimit', 'fieldsLimit'] as const) parser.on(limit, () => fail('TOO_LARGE'))
    parser.on('error', () => fail('MALFORMED'))
    parser.once('finish', () => {
      stopWatching()
      resolve({ body: Object.fromEntries(fields), files })
    })
    raw.pipe(parser)
  })
}

function openParser(type: string) {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits,
      isPartAFile: (_name, _type, filename) => filename !== undefined,
    })
  } catch {
    throw new AppError('MALFORMED')
  }
}

/** Fails if the body exceeds the limit of the route, or if the client disconnects or sends too slowly. */
function watchSender(
  { raw, routeOptions }: FastifyRequest,
  fail: (code: 'MALFORMED' | 'TOO_LARGE') => void,
  slowest?: SlowestSender,
) {
  const most = routeOptions.bodyLimit
  let arrived = 0
  const stopWatching = watchSpeed(
    () => arrived,
    () => fail('MALFORMED'),
    slowest,
  )

  const count = (part: Buffer) => {
    arrived += part.length
    if (most !== undefined && arrived > most) fail('TOO_LARGE')
  }
  /** The stream also closes after a complete body, sometimes before the parser has finished. */
  const onClose = () => {
    if (!raw.readableEnded) fail('MALFORMED')
  }
  raw.on('data', count).on('close', onClose).on('error', onClose)

  return () => {
    stopWatching()
    raw.off('data', count).off('close', onClose)
  }
}

/** Collects a file up to the limit; of a larger one nothing is kept. */
function readFile(stream: BusboyFileStream, done: (file: UploadedFile) => void) {
  let chunks: Buffer[] = []
  let tooLarge = false
  stream.on('data', (chunk: Buffer) => {
    if (!tooLarge) chunks.push(chunk)
  })
  stream.once('limit', () => {
    tooLarge = true
    chunks = []
  })
  stream.once('end', () => done({ bytes: Buffer.concat(chunks), tooLarge }))
}
