import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { Registration } from '#contract/accounts/account.ts'
import { toDay } from '#contract/dates.ts'
import { createAdmin } from '../accounts/create-admin.ts'
import { loadConfig } from '../config.ts'
import { createContext } from '../context.ts'
import { AppError } from '../http/errors.ts'
import { openServices } from '../services.ts'
import { runProgram, StartError } from '../start-error.ts'

const Details = Registration(toDay(new Date())).omit({ password: true })
const prompts: Record<keyof typeof Details.shape, string> = {
  fullname: 'Full name',
  username: 'Username',
  email: 'E-mail',
  contactnumber: 'Contact number',
  nric: 'NRIC',
  dob: 'Date of birth (2026-03-14)',
  nationality: 'Nationality',
  gender: 'Gender (Male or Female)',
  address: 'Street address',
  unitnumber: 'Unit number',
  postalcode: 'Postal code',
}
const names = Object.keys(prompts) as (keyof typeof prompts)[]

/** `npm run admin:create`: asks for what was not given as `--email` and its like; the password is set through a link, never typed here. */
await runProgram(async () => {
  const given = parseOptions()
  const services = await openServices(loadConfig())
  try {
    const link = await createAdmin(createContext(services), Details.parse(await promptForMissing(given)))
    process.stdout.write(`The admin is made. This link sets the password, once, within 7 days:\n${link}\n`)
  } catch (error) {
    throw error instanceof AppError ? new StartError(error.publicMessage) : error
  } finally {
    await services.database.close()
  }
})

/** What is given and wrong is told before anything is opened. */
function parseOptions(): Record<string, unknown> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ options })
  for (const name of names) {
    const problem = values[name] === undefined ? undefined : validationMessage(name, String(values[name]))
    if (problem) throw new StartError(`--${name}: ${problem}`)
  }
  return values
}

async function promptForMissing(given: Record<string, unknown>): Promise<Record<string, unknown>> {
  const answers = { ...given }
  const terminal = createInterface({ input: process.stdin })
  /** Read line by line, so that answers may also come from a file. */
  const lines = terminal[Symbol.asyncIterator]()
  for (const name of names) {
    while (answers[name] === undefined) {
      process.stdout.write(`${prompts[name]}: `)
      const line = await lines.next()
      if (line.done) throw new StartError(`\nThere is no answer for ${prompts[name]}.`)
      const problem = validationMessage(name, line.value)
      if (problem) process.stdout.write(`  ${problem}\n`)
      else answers[name] = line.value
    }
  }
  terminal.close()
  return answers
}

function validationMessage(name: keyof typeof prompts, answer: string): string | undefined {
  return Details.shape[name].safeParse(answer).error?.issues[0]?.message
}
