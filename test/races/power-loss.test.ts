import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleKey } from '#test/sample-key.ts'
import { buildProgram, type Program } from '../child-process.ts'
import { copyDataFolder } from '../test-database.ts'

/** The tests cannot kill the PostgreSQL server, which other tests share. */
const isEmbedded = process.env.TEST_ENGINE !== 'postgres'

let writer: Awaited<ReturnType<typeof buildProgram>>
let dataDir: string
beforeAll(async () => {
  writer = await buildProgram('test/races/endless-writer.ts')
  dataDir = await mkdtemp(join(tmpdir(), 'columba-kill-'))
  if (isEmbedded) await copyDataFolder(dataDir)
})
afterAll(async () => {
  await writer.remove()
  await rm(dataDir, { recursive: true })
})

const keysAfter = (word: string, text: string) =>
  [...text.matchAll(new RegExp(`^${word} (.*) $`, 'gm'))].flatMap(([, keys = '']) => keys.split(' ')).filter(Boolean)

/** Waits for that many writes and a random moment longer, then kills the process like a power cut would. */
async function killWhileWriting(program: Program, writes: number): Promise<string[]> {
  await new Promise<void>((resolve, reject) => {
    program.child.stdout.on('data', () => keysAfter('wrote', program.stdout()).length >= writes * 2 && resolve())
    void program.ended.then(() => reject(new Error(program.stderr())))
  })
  setTimeout(() => program.child.kill('SIGKILL'), randomInt(20))
  expect(await program.ended).toBe('SIGKILL')
  return keysAfter('wrote', program.stdout())
}

test.runIf(isEmbedded)(
  'the embedded database, killed six times while writing, starts again and has every write that it acknowledged',
  async () => {
    const acknowledged: string[] = []
    for (let time = 0; time < 6; time += 1) {
      const program = writer.run({ DATA_DIR: dataDir, ENCRYPTION_KEY: sampleKey, LOG_LEVEL: 'silent' })
      acknowledged.push(...(await killWhileWriting(program, randomInt(1, 30))))
      const kept = new Set(keysAfter('kept', program.stdout()))
      const before = acknowledged.slice(0, acknowledged.length - keysAfter('wrote', program.stdout()).length)
      expect(before.filter((key) => !kept.has(key))).toEqual([])
      expect(kept.size % 2).toBe(0)
    }
  },
  240_000,
)
