import type { RegisterFiles } from '#server/registers/import-register.ts'

export interface RegisterContent {
  niches: string | Buffer
  people?: string | Buffer | undefined
}

/** Files of a register that are in memory. */
export const registerFilesOf = ({ niches, people }: RegisterContent): RegisterFiles => ({
  niches: openText(niches),
  people: people === undefined ? undefined : openText(people),
})

const openText = (content: string | Buffer) =>
  async function* () {
    yield Buffer.from(content)
  }
