import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = `http://127.0.0.1:${process.env.SERVER_PORT ?? 3001}`
/** Not the sources in `web/api`, which Vite serves itself. */
const calls = '^/(api/(?!.*\\.ts)|healthz|readyz|metrics)'

/** Modules that are always loaded together share a file; the code that loads chunks needs its own. */
const chunks = [
  { name: 'fetch', test: /vite\/preload-helper|\/web\/core\/(load-chunk|log-failure)\.ts$/, priority: 1 },
  { name: 'app', test: /\/web\/startup\/app\.tsx$/ },
  { name: 'form', test: /\/web\/ui\/form\/(Form|TextField|use-fields)\.tsx?$/ },
]

export default defineConfig({
  root: 'web',
  plugins: [react()],
  server: { proxy: { [calls]: server } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    sourcemap: true,
    /** The content security policy refuses data: scripts and fonts, so nothing is inlined. */
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
})
