import type { Config } from '#server/core/config.ts'
import { createMailTransport } from './transport.ts'

export { tellOfChange } from './change-letters.ts'
export { hasLetterLeft, listLettersAbout } from './queries.ts'

/** Rejects if the mail server does not answer or does not accept our user and password. In the demo there is none. */
export async function checkMailServer(config: Config) {
  const transport = createMailTransport(config)
  try {
    await transport.check()
  } finally {
    transport.close()
  }
}
