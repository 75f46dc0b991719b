import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { root } from '#server/core/project-root.ts'
import { serverBundle, threads } from '../scripts/server-bundle.mjs'

export interface Program {
  child: ChildProcessByStdio<null, Readable, Readable>
  /** All output so far. */
  stdout: () => string
  stderr: () => string
  /** Resolves once the output contains this text; rejects if the process ends first. */
  waitForOutput: (text: string) => Promise<void>
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

/** Bundles a program like the real build does, so that its processes start quickly. A plugin may change what is bundled. */
export async function buildProgram(entry: string, sources = root, plugins: Plugin[] = []) {
  const folder = await makeBuildFolder(sources)
  const threadsOf = threads.map((name) => ({ in: join(sources, 'server', `${name}.ts`), out: name }))
  await build({
    ...serverBundle,
    entryPoints: [{ in: join(sources, entry), out: 'program' }, ...threadsOf.filter((each) => existsSync(each.in))],
    outdir: folder,
    plugins,
  })
  const path = join(folder, 'program.js')
  return {
    path,
    /** `wrapper` is a command that runs the program, such as `unshare`. */
    run: (environment: Record<string, string>, wrapper: string[] = []) =>
      run([...wrapper, process.execPath, path], environment),
    remove: () => rm(folder, { recursive: true }),
  }
}

/** Opening the embedded engine then takes a second less. */
const baselineWasm = { NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'test/baseline-wasm.mjs'))}` }

export async function makeBuildFolder(parent = root) {
  await mkdir(join(parent, '.build'), { recursive: true })
  return mkdtemp(join(parent, '.build', 'test-'))
}

export function run([command = '', ...args]: string[], environment: Record<string, string>, cwd = root): Program {
  const isEmbedded = 'DATA_DIR' in environment && !environment.DATABASE_URL
  const child = spawn(command, args, {
    cwd,
    env: { PATH: '/usr/bin:/bin', ...(isEmbedded && baselineWasm), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out = collect(child.stdout)
  const err = collect(child.stderr)
  const ended = new Promise<number | string>((resolve) => {
    child.on('close', (code, signal) => resolve(signal ?? code ?? 0))
  })
  const waitForOutput = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => out.text.includes(text) && resolve()
      child.stdout.on('data', check)
      void ended.then(() => reject(new Error(`The process ended without printing "${text}": ${out.text}${err.text}`)))
      check()
    })
  return { child, stdout: () => out.text, stderr: () => err.text, waitForOutput, ended }
}

function collect(stream: Readable) {
  const all = { text: '' }
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    all.text += chunk
  })
  return all
}
