import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { Registration } from '#contract/accounts/account.ts'
import { dayOf } from '#contract/dates.ts'
import { createAdmin } from '../accounts/first-admin.ts'
import { loadConfig } from '../config.ts'
import { contextOf } from '../context.ts'
import { AppError } from '../http/errors.ts'
import { openServices } from '../services.ts'
import { runOrExplain, StartError } from '../start-error.ts'

const Details = Registration(dayOf(new Date())).omit({ password: true })
const questions: Record<keyof typeof Details.shape, string> = {
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
const names = Object.keys(questions) as (keyof typeof questions)[]

/** `npm run admin:create`: asks for what was not given as `--email` and its like; the password is set through a link, never typed here. */
await runOrExplain(async () => {
  const given = givenAnswers()
  const services = await openServices(loadConfig())
  try {
    const link = await createAdmin(contextOf(services), Details.parse(await ask(given)))
    process.stdout.write(`The admin is made. This link sets the password, once, within 7 days:\n${link}\n`)
  } catch (error) {
    throw error instanceof AppError ? new StartError(error.words) : error
  } finally {
    await services.database.close()
  }
})

/** What is given and wrong is told before anything is opened. */
function givenAnswers(): Record<string, unknown> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ options })
  for (const name of names) {
    const problem = values[name] === undefined ? undefined : problemWith(name, String(values[name]))
    if (problem) throw new StartError(`--${name}: ${problem}`)
  }
  return values
}

async function ask(given: Record<string, unknown>): Promise<Record<string, unknown>> {
  const answers = { ...given }
  const terminal = createInterface({ input: process.stdin })
  /** Read line by line, so that answers may also come from a file. */
  const lines = terminal[Symbol.asyncIterator]()
  for (const name of names) {
    while (answers[name] === undefined) {
      process.stdout.write(`${questions[name]}: `)
      const line = await lines.next()
      if (line.done) throw new StartError(`\nThere is no answer for ${questions[name]}.`)
      const problem = problemWith(name, line.value)
      if (problem) process.stdout.write(`  ${problem}\n`)
      else answers[name] = line.value
    }
  }
  terminal.close()
  return answers
}

function problemWith(name: keyof typeof questions, answer: string): string | undefined {
  return Details.shape[name].safeParse(answer).error?.issues[0]?.message
}
