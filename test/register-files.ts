import type { Choices } from '#contract/registers/choices.ts'
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

/** What an admin has said of a draft before the first step. */
export const noChoices: Choices = {
  ...{ sheets: [], columns: {}, same: {}, dateOrder: 'day first', codePattern: '', values: {}, walls: {} },
  ...{ undated: null, codeDates: null, book: { niches: null, people: null, urns: null } },
}
