import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = `http://127.0.0.1:${process.env.SERVER_PORT ?? 3001}`
/** The browser's own code has an `api` folder too, whose sources Vite must keep. */
const calls = '^/(api/(?!.*\\.ts)|healthz|readyz|metrics)'

/** What always comes together comes as one file; what fetches the others must be in none of them. */
const chunks = [
  { name: 'fetch', test: /vite\/preload-helper|\/web\/(load-chunk|log-failure)\.ts$/, priority: 1 },
  { name: 'app', test: /\/web\/app\.tsx$/ },
  { name: 'form', test: /\/web\/ui\/(Form|TextField|use-fields)\.tsx?$/ },
]

export default defineConfig({
  root: 'web',
  plugins: [react(), withoutJsonSchemas()],
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

/** zod carries its JSON Schema writer in every schema; only the server writes documentation, so pages need not load it. */
function withoutJsonSchemas(): Plugin {
  return {
    name: 'without-json-schemas',
    transform(code, id) {
      if (!/\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      return { code: names.map((name) => `export const ${name} = () => undefined`).join('\n'), map: null }
    },
  }
}
