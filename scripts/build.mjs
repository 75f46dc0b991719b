import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, hashSources, requireNode, root } from './checkout.mjs'
import { exitCode, main } from './run.mjs'
import { serverBundle, threads } from './server-bundle.mjs'

/** `npm run build`: builds in a staging folder and moves it to dist at the end, so a running server never sees half a build. */
requireNode()
await ensureInstalled()
const { build: bundle } = await import('esbuild')
const { build: bundleWeb } = await import('vite')
const { compress } = await import('./compress.mjs')
const { checkBundleSize } = await import('./check-bundle-size.mjs')

const stagingFolder = join(root, '.build', String(process.pid))
const prerenderer = join(stagingFolder, 'prerender')
const dist = join(root, 'dist')

main(async () => {
  process.chdir(root)
  const sources = hashSources()
  try {
    const withServer = buildServer().then(prepareDemo)
    const [output] = await Promise.all([buildWeb(), buildPrerenderer()])
    await prerender(output)
    await compress(join(stagingFolder, 'web'))
    checkBundleSize(output, join(stagingFolder, 'web'))
    await withServer
    writeFileSync(join(stagingFolder, 'sources'), sources)
    replaceDist()
  } finally {
    rmSync(stagingFolder, { recursive: true, force: true })
  }
})

const buildServer = () =>
  bundle({
    entryPoints: ['server/main.ts', ...sourcesIn('server/commands'), ...threads.map((name) => `server/${name}.ts`)],
    outbase: 'server',
    outdir: join(stagingFolder, 'server'),
    ...serverBundle,
    splitting: true,
    sourcemap: true,
    logLevel: 'warning',
  })

const sourcesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => /^[a-z-]+\.ts$/.test(file))
        .map((file) => join(folder, file))
    : []

/** Creates the demo before a first start, on the other core, while the pages are built. The server does what fails here, and says why. */
async function prepareDemo() {
  if (!process.argv.includes('--with-demo')) return
  const command = join(stagingFolder, 'server/commands/prepare-demo.js')
  await exitCode(spawn(process.execPath, [command], { stdio: 'ignore' }))
}

const buildWeb = async () => {
  const build = { outDir: join(stagingFolder, 'web') }
  const { output } = await bundleWeb({ configFile: 'vite.config.ts', logLevel: 'warn', build })
  return output
}

const buildPrerenderer = () =>
  bundleWeb({
    configFile: 'vite.config.ts',
    logLevel: 'warn',
    build: {
      ssr: 'startup/prerender.tsx',
      outDir: prerenderer,
      manifest: false,
      sourcemap: false,
      copyPublicDir: false,
      emptyOutDir: true,
    },
  })

/** Public pages are delivered as HTML, readable before any script runs. */
async function prerender(output) {
  const { renderPages } = await import(pathToFileURL(join(prerenderer, 'prerender.js')).href)
  const shell = readFileSync(join(stagingFolder, 'web/index.html'), 'utf8')
  for (const [file, html] of await renderPages(shell, output)) writeFileSync(join(stagingFolder, 'web', file), html)
  rmSync(prerenderer, { recursive: true })
}

function replaceDist() {
  const old = join(root, '.build', `old-${process.pid}`)
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(stagingFolder, dist)
  rmSync(old, { recursive: true, force: true })
}
