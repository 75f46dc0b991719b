import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = `http://127.0.0.1:${process.env.SERVER_PORT ?? 3001}`
/** Not the sources in `web/api`, which Vite serves itself. */
const calls = '^/(api/(?!.*\\.ts)|healthz|readyz|metrics)'

const inFirstForms = new RegExp(
  `/(${[
    ...['Form', 'PasswordField', 'SelectField', 'TextField', 'use-fields', 'use-lazy-form', 'replace-text'],
    ...['AuthLayout', 'use-bot-check', 'Failed', 'LazyPart', 'focus-heading', 'genders', 'nationalities'],
  ].join('|')})[.]\\w+$`,
)

/**
 * Modules that are mostly loaded together share a file: on a slow connection each further file costs a page more than the bytes that it does not
 * need. Each group also takes what its modules import, unless a group before it has that. The code that loads chunks needs a file of its own.
 */
const groups = [
  { name: 'fetch', test: /vite\/preload-helper|\/web\/core\/(load-chunk|log-failure)\.ts$/ },
  { name: 'app', test: /\/web\/startup\/app\.tsx$/ },
  /** All that the first forms show. Their rules load later. */
  { name: 'form', test: inFirstForms },
  /** Asking the server, and what every page with an answer shows. */
  { name: 'data', test: /\/web\/(api\/use-api|core\/toast|ui\/Page)\.tsx?$/ },
  /** What at least so many pages use. What only staff see stays out, because pages of families would load it. */
  { name: 'ui', test: /\/(web\/(api|core|session|ui)|contract(?!\/second-person)|lucide-react)\//, minShareCount: 6 },
  { name: 'place', test: /\/web\/niches\/(NicheWay|WallFromFloor)\.tsx$/ },
  {
    name: 'map',
    test: /\/web\/niches\/(NicheChooser|screen-status|use-(block-selection|live-block|locations))\.tsx?$/,
  },
]
const chunks = groups.map((group, index) => ({ ...group, priority: groups.length - index }))

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
