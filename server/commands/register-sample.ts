import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { sampleNiches, samplePeople } from '../seed/sample-register.ts'
import { runProgram, StartError } from '../start-error.ts'

/** `npm run register:sample -- niches.csv people.csv --niches 60000 --people 42000`: writes a made-up register, the same at every run. */
await runProgram(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { niches: { type: 'string', default: '60000' }, people: { type: 'string', default: '42000' } },
  })
  const [niches, people] = [values.niches, values.people].map(Number)
  const [nicheFile, peopleFile] = positionals
  if (!nicheFile || !peopleFile || positionals.length > 2)
    throw new StartError('Name the files to write: npm run register:sample -- niches.csv people.csv')
  if (!(niches && people && people <= niches)) throw new StartError('There are at most as many people as niches.')
  await write(nicheFile, sampleNiches(niches, people))
  await write(peopleFile, samplePeople(people))
})

async function write(path: string, lines: Iterable<string>) {
  function* withEnds() {
    for (const line of lines) yield `${line}\r\n`
  }
  await pipeline(Readable.from(withEnds()), createWriteStream(path, { flags: 'wx' })).catch((error: unknown) => {
    throw new StartError(`The file ${path} cannot be written. It must not exist yet.`, { cause: error })
  })
}
