import type { OpenRegister } from '#server/registers/open-register.ts'
import { openFiles } from '#server/registers/open-register.ts'
import { stageFile } from '#server/registers/spreadsheet/stage-file.ts'

export interface RegisterContent {
  niches: string | Buffer
  people?: string | Buffer | undefined
}

/** A register whose files are in memory. */
export const registerFilesOf =
  ({ niches, people }: RegisterContent, answers?: Parameters<typeof openFiles>[1]): OpenRegister =>
  async (context) => {
    const staged = [await stageText(niches)]
    if (people !== undefined) staged.push(await stageText(people))
    return openFiles(staged, answers)(context)
  }

const stageText = (content: string | Buffer) =>
  stageFile(async function* () {
    yield Buffer.from(content)
  })
