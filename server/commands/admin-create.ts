import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { Registration } from '#contract/accounts/account.ts'
import { toDay } from '#contract/dates.ts'
import { runProgram, StartError } from '#server/core/start-error.ts'
import { runCommand } from '#server/start/maintenance.ts'

const Details = Registration(toDay(new Date())).omit({ password: true })
const prompts: Record<keyof typeof Details.shape, string> = {
  fullname: 'Full name',
  username: 'Username',
  email: 'Email',
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

/** `npm run admin:create`: prompts for the details not given as options such as `--email`. The password is set through a link. */
await runProgram(async () => {
  const given = parseOptions()
  await runCommand('admin:create', async () => Details.parse(await promptForMissing(given)))
})

/** Reports invalid options before the database is opened. */
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
  /** Reads line by line, so that the answers can also come from a file. */
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
