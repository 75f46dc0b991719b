import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { isStorageFull } from '#server/core/error-code.ts'
import { AppError } from '#server/http/errors.ts'

/** Ends early, with `truncated`, if the file is larger than allowed. */
export type FileStream = BusboyFileStream

interface KeptFile {
  size: number
}

export interface SlowestSender {
  /** A sender that sends fewer bytes than this within any such period is given up. */
  bytes: number
  withinMs: number
}

interface MultipartOptions<File> {
  maxFileBytes: number
  /** Reads a file to its end and puts it somewhere. */
  keep: (stream: FileStream, name: string) => Promise<File>
  slowest?: SlowestSender | undefined
}

interface MultipartBody<File> {
  body: Record<string, string>
  files: Map<string, File>
}

const limits = { fieldSize: 16 * 1024, fields: 64, parts: 80, headerPairs: 20 }

/** Reads a multipart body to its end. Files with other names than the wanted ones are discarded. */
export function readMultipart<File extends KeptFile>(
  request: FastifyRequest,
  wanted: readonly string[],
  { maxFileBytes, keep, slowest }: MultipartOptions<File>,
): Promise<MultipartBody<File>> {
  const type = request.headers['content-type']
  if (!type) return Promise.resolve({ body: {}, files: new Map() })
  /** The client may have disconnected while queued; don't wait for it. */
  if (request.raw.destroyed) return Promise.reject(new AppError('MALFORMED'))

  return new Promise((resolve, reject) => {
    const { raw } = request
    const parser = openParser(type, maxFileBytes)
    const fields = new Map<string, string>()
    const files = new Map<string, File>()
    const startedFiles = new Map<string, FileStream>()
    const kept: Promise<void>[] = []

    const fail = (code: 'MALFORMED' | 'TOO_LARGE') => stop(new AppError(code))
    const stop = (error: unknown) => {
      stopWatching()
      raw.unpipe(parser)
      raw.resume()
      reject(error)
      for (const stream of startedFiles.values()) stream.destroy()
    }
    const stopWatching = watchSender(request, fail, slowest)

    parser.on('field', (name, value, _nameCut, valueCut) => {
      if (valueCut) stop(new AppError('INVALID', { errors: { [name]: `At most ${limits.fieldSize} characters` } }))
      else if (name) fields.set(name, value)
    })
    parser.on('file', (name, stream, filename) => {
      /** If the body ends within a file, the parser reports the error on the file. */
      stream.on('error', (error) => (isStorageFull(error) ? stop(error) : fail('MALFORMED')))
      if (!wanted.includes(name)) return stream.resume()
      if (startedFiles.has(name)) return fail('MALFORMED')
      startedFiles.set(name, stream)
      const keeping = keep(stream, name).then((file) => {
        const isEmptyInput = !filename && file.size === 0
        if (!isEmptyInput) files.set(name, file)
      })
      keeping.catch(stop)
      kept.push(keeping)
    })
    for (const limit of ['partsLimit', 'fieldsLimit'] as const) parser.on(limit, () => fail('TOO_LARGE'))
    parser.on('error', () => fail('MALFORMED'))
    parser.once('finish', () => {
      stopWatching()
      Promise.all(kept).then(() => resolve({ body: Object.fromEntries(fields), files }), reject)
    })
    raw.pipe(parser)
  })
}

function openParser(type: string, fileSize: number) {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { ...limits, fileSize },
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

/** 1 kB a second, measured over 20 seconds. */
const slowestAllowed: SlowestSender = { bytes: 20_000, withinMs: 20_000 }

/** The number of times within the period that the sender is checked. */
const checks = 20

/** Calls `onSlow` once, when the bytes that have arrived grow too slowly. Returns a function that ends the watch. */
export function watchSpeed(arrived: () => number, onSlow: () => void, { bytes, withinMs } = slowestAllowed) {
  const earlier = [0]
  const timer = setInterval(() => {
    earlier.push(arrived())
    if (earlier.length <= checks || arrived() - (earlier.shift() ?? 0) >= bytes) return
    clearInterval(timer)
    onSlow()
  }, withinMs / checks)
  return () => clearInterval(timer)
}
