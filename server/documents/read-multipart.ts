import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { maxCertificateBytes } from '#contract/documents/certificate.ts'
import { AppError } from '#server/http/errors.ts'

export interface UploadedFile {
  bytes: Buffer
  tooLarge: boolean
}

export interface MultipartBody {
  body: Record<string, string>
  files: Map<string, UploadedFile>
}

const limits = { fieldSize: 16 * 1024, fields: 64, parts: 80, headerPairs: 20, fileSize: maxCertificateBytes }

/** Reads a multipart body to its end. Files under other names than the wanted ones are let through and forgotten. */
export function readMultipart(
  request: FastifyRequest,
  wanted: readonly string[],
  patience: number,
): Promise<MultipartBody> {
  const type = request.headers['content-type']
  if (!type) return Promise.resolve({ body: {}, files: new Map() })
  /** Whoever left while waiting in line would be waited for in vain. */
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
    const stopWatching = watchSender(request, patience, fail)

    parser.on('field', (name, value, _nameCut, valueCut) => {
      if (valueCut) fail('TOO_LARGE')
      else if (name) fields.set(name, value)
    })
    parser.on('file', (name, stream, filename) => {
      /** A body that ends within a file says so on the file. */
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

/** Gives up on a body that is larger than the call takes, and on a sender who left or fell silent. */
function watchSender(
  { raw, routeOptions }: FastifyRequest,
  patience: number,
  fail: (code: 'MALFORMED' | 'TOO_LARGE') => void,
) {
  const most = routeOptions.bodyLimit
  let arrived = 0
  const silent = () => fail('MALFORMED')
  const timer = setTimeout(silent, patience)

  const count = (part: Buffer) => {
    arrived += part.length
    timer.refresh()
    if (most !== undefined && arrived > most) fail('TOO_LARGE')
  }
  /** A body that came whole also closes its stream, sometimes before the parser is done with it. */
  const left = () => {
    if (!raw.readableEnded) fail('MALFORMED')
  }
  raw.on('data', count).on('close', left).on('error', left)

  return () => {
    clearTimeout(timer)
    raw.off('data', count).off('close', left)
  }
}

/** Keeps what comes of a file up to the limit, and nothing of one that goes beyond it. */
function readFile(stream: BusboyFileStream, done: (file: UploadedFile) => void) {
  let pieces: Buffer[] = []
  let tooLarge = false
  stream.on('data', (piece: Buffer) => {
    if (!tooLarge) pieces.push(piece)
  })
  stream.once('limit', () => {
    tooLarge = true
    pieces = []
  })
  stream.once('end', () => done({ bytes: Buffer.concat(pieces), tooLarge }))
}
