import { ApiError } from './api-error.ts'

/** Resolves or rejects like the call, which is made again with what the person enters. */
export type ProofListener = <T>(refusal: ApiError, call: (proof?: object) => Promise<T>) => Promise<T>

/** Nobody is asked if the page has no such dialog. */
const askNobody: ProofListener = async (refusal) => {
  throw refusal
}
let ask = askNobody

/** The dialog that asks who makes a call. If it is closed, the call is refused as before. */
export function onProofNeeded(listener: ProofListener): () => void {
  ask = listener
  return () => {
    ask = askNobody
  }
}

const asking = ['SECOND_FACTOR_AGAIN', 'PROOF_NEEDED', 'FACTOR_NEEDED']

/** Makes the call again once the person has shown that it is them, if the server asks for that. So no form knows of it or is lost. */
export async function withOwnerProof<T>(call: (proof?: object) => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiError) || !asking.includes(error.code)) throw error
    return ask(error, call)
  }
}
