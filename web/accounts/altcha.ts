import { type BotCheckChallenge, botCheckApi } from '#contract/accounts/api.ts'
import { callApi } from '#web/api/call-api.ts'
import { ChunkLoadError, loadChunk } from '#web/core/load-chunk.ts'
import SolvingWorker from './solve.worker.ts?worker'

/** Fetches and solves a puzzle; returns the solution in the format that the server expects. */
export async function solvePuzzle(): Promise<string> {
  const challenge = await callApi(botCheckApi.challenge, {})
  const solution = await solveInWorker(challenge)
  return btoa(JSON.stringify({ challenge, solution }))
}

async function solveInWorker(challenge: BotCheckChallenge): Promise<unknown> {
  const worker = await loadChunk(chunk, startWorker)
  return new Promise<unknown>((resolve, reject) => {
    worker.onmessage = ({ data }) => (data ? resolve(data) : reject(new Error('The puzzle was not solved in time')))
    worker.onerror = () => reject(new Error('The puzzle could not be solved'))
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}

const chunk = 'solve.worker'

/** The worker's first message means that its script has loaded. */
function startWorker(): Promise<Worker> {
  const worker = new SolvingWorker()
  return new Promise((resolve, reject) => {
    worker.onmessage = () => resolve(worker)
    worker.onerror = () => reject(new ChunkLoadError(chunk, 'missing'))
  })
}
