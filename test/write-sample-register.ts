import { writeFileSync } from 'node:fs'
import { sampleRegister } from './sample-register.ts'

/** `npm run register:sample -- 60000 42000 niches.csv people.csv`: a register of 60,000 niches, 42,000 of them taken. */
const [niches, people, nicheFile, peopleFile] = process.argv.slice(2)
if (!peopleFile || !nicheFile)
  throw new Error('Please give the numbers of niches and people, and the names of two files.')
const register = sampleRegister(Number(niches), Number(people))
writeFileSync(nicheFile, register.niches)
writeFileSync(peopleFile, register.people)
