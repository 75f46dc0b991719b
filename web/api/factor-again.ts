import { ApiError } from './api-error.ts'

type Ask = () => Promise<boolean>

/** Without a dialog on the page, nobody is asked. */
let ask: Ask = async () => false

/** The dialog that asks for the second factor, and resolves to false if it is closed without one. */
export function onFactorNeeded(listener: Ask): () => void {
  ask = listener
  return () => {
    ask = async () => false
  }
}

/** Makes the call again once the person has entered the second factor, if the server asks for that. */
export async function withFactorAgain<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const isNeeded = error instanceof ApiError && error.code === 'SECOND_FACTOR_AGAIN'
    if (!isNeeded || !(await ask())) throw error
    return call()
  }
}
