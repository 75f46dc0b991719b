import type { OpenRegister } from '#server/registers/import-register.ts'
import { openCsvFiles } from '#server/registers/register-source.ts'

export interface RegisterContent {
  niches: string | Buffer
  people?: string | Buffer | undefined
}

/** A register whose files are in memory. */
export const registerFilesOf =
  ({ niches, people }: RegisterContent): OpenRegister =>
  (context) =>
    openCsvFiles(context, { niches: openText(niches), people: people === undefined ? undefined : openText(people) })

const openText = (content: string | Buffer) =>
  async function* () {
    yield Buffer.from(content)
  }
