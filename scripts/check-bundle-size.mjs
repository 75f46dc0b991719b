import { brotliCompressSync } from 'node:zlib'
import { UserError } from './run.mjs'

/** How heavy a page may be at its first visit, in kB of brotli: everyone meets the landing page on a phone. */
const limits = { LandingPage: { script: 110, style: 15 }, LoginPage: { script: 140 }, RegisterPage: { script: 140 } }
const defaultLimit = { script: 220 }

/** Heavy libraries, and the pages that are worth them. */
const heavyLibraries = [
  { library: '@stripe', pages: /^$/ },
  { library: 'qrcode.react', pages: /^(Setup\w*|Receipt)Page$/ },
]

/** Prints what each page weighs, from the output of the bundler, and refuses a page that is too heavy. */
export function checkBundleSize(output) {
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
  const lazy = [...chunks.values()].filter(({ isDynamicEntry }) => isDynamicEntry)
  const app = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/web/app.tsx')))
  const layouts = lazy.filter(({ facadeModuleId }) => /Layout\.tsx$/.test(facadeModuleId ?? ''))
  const rows = lazy
    .filter(({ facadeModuleId }) => /Page\.tsx$/.test(facadeModuleId ?? ''))
    .map((page) => {
      const name = page.facadeModuleId.match(/(\w+)\.tsx$/)[1]
      const loaded = closure([entry, app, page, ...(name in limits ? [] : layouts)], chunks)
      return { name, loaded, script: scriptSize(loaded), style: styleSize(loaded, output) }
    })
  for (const { name, script, style } of rows.sort((a, b) => b.script - a.script)) {
    console.log(`${name.padEnd(28)} ${kB(script)} script ${kB(style)} style`)
  }
  for (const row of rows) check(row)
}

function check({ name, loaded, script, style }) {
  const limit = limits[name] ?? defaultLimit
  if (script > limit.script * 1000)
    throw new UserError(`${name} needs ${kB(script)} of script; it may need ${limit.script} kB.`)
  if (style > (limit.style ?? Number.POSITIVE_INFINITY) * 1000)
    throw new UserError(`${name} needs ${kB(style)} of style; it may need ${limit.style} kB.`)
  for (const { library, pages } of heavyLibraries) {
    const carries = loaded.some(({ moduleIds }) => moduleIds.some((id) => id.includes(`/node_modules/${library}/`)))
    if (carries && !pages.test(name))
      throw new UserError(`${name} carries ${library}, which it does not need at its first visit.`)
  }
}

/** The chunks and all that they import statically. */
function closure(start, chunks) {
  const found = new Set(start)
  for (const chunk of found) for (const name of chunk.imports) if (chunks.has(name)) found.add(chunks.get(name))
  return [...found]
}

const scriptSize = (loaded) => sum(loaded.map(({ code }) => brotliCompressSync(code).length))

function styleSize(loaded, output) {
  const names = new Set(loaded.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  return sum(
    output.filter(({ fileName }) => names.has(fileName)).map(({ source }) => brotliCompressSync(source).length),
  )
}

const sum = (sizes) => sizes.reduce((total, size) => total + size, 0)
const kB = (bytes) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`
