import { parentPort } from 'node:worker_threads'
import { detectFileType } from './detect-file-type.ts'

/** Runs in a thread of its own: says once that it is ready, then answers each file with its type. */
parentPort?.on('message', async ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) => {
  parentPort?.postMessage(await detectFileType(Buffer.from(buffer, byteOffset, byteLength)))
})
parentPort?.postMessage('ready')
