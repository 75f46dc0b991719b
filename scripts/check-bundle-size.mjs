import { statSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from './run.mjs'

/** The largest download at a first visit, in kB after brotli. The landing page must also be fast on phones. */
const limits = { LandingPage: { script: 107, style: 15 }, LoginPage: { script: 124 }, RegisterPage: { script: 124 } }
const defaultLimit = { script: 230 }

/** Large libraries, and the pages that may load them at once. */
const heavyLibraries = [
  { library: '@stripe', pages: /^$/ },
  { library: '@simplewebauthn', pages: /^$/ },
  { library: 'qrcode.react', pages: /^(Setup\w*|Receipt)Page$/ },
]

/** Prints the size of each page, from the output of the bundler and its compressed files, and fails if a page is too large. */
export function checkBundleSize(output, folder) {
  const sizeOf = (files) => sum(files.map(({ fileName }) => statSync(join(folder, `${fileName}.br`)).size))
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
  const lazy = [...chunks.values()].filter(({ isDynamicEntry }) => isDynamicEntry)
  const app = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/startup/app.tsx')))
  /** The frame of staff pages is not counted for the pages of families, which do not load it. */
  const layouts = lazy.filter(({ facadeModuleId }) => /Layout\.tsx$/.test(facadeModuleId ?? ''))
  const rows = lazy
    .filter(({ facadeModuleId }) => /Page\.tsx$/.test(facadeModuleId ?? ''))
    .map((page) => {
      const name = page.facadeModuleId.match(/(\w+)\.tsx$/)[1]
      const loaded = closure([entry, app, page, ...(name in limits ? [] : layouts)], chunks)
      return { name, loaded, script: sizeOf(loaded), style: sizeOf(stylesOf(loaded, output)) }
    })
  for (const { name, script, style } of rows.sort((a, b) => b.script - a.script)) {
    console.log(`${name.padEnd(28)} ${kB(script)} script ${kB(style)} style`)
  }
  for (const row of rows) check(row)
}

function check({ name, loaded, script, style }) {
  const limit = limits[name] ?? defaultLimit
  if (script > limit.script * 1000)
    throw new UserError(`${name} needs ${kB(script)} of script; the limit is ${limit.script} kB.`)
  if (style > (limit.style ?? Number.POSITIVE_INFINITY) * 1000)
    throw new UserError(`${name} needs ${kB(style)} of style; the limit is ${limit.style} kB.`)
  for (const { library, pages } of heavyLibraries) {
    const loadsLibrary = loaded.some(({ moduleIds }) =>
      moduleIds.some((id) => id.includes(`/node_modules/${library}/`)),
    )
    if (loadsLibrary && !pages.test(name))
      throw new UserError(`${name} loads ${library}, which it does not need at the first visit.`)
  }
}

/** The chunks and everything that they import statically. */
function closure(start, chunks) {
  const found = new Set(start)
  for (const chunk of found) for (const name of chunk.imports) if (chunks.has(name)) found.add(chunks.get(name))
  return [...found]
}

function stylesOf(loaded, output) {
  const names = new Set(loaded.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  return output.filter(({ fileName }) => names.has(fileName))
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const kB = (bytes) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`
