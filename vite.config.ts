import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = `http://127.0.0.1:${process.env.SERVER_PORT ?? 3001}`
/** The browser's own code has an `api` folder too, whose sources Vite must keep. */
const calls = '^/(api/(?!.*\\.ts)|healthz|readyz|metrics)'

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
  },
})
