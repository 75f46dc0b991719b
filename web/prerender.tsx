import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { pageList } from './pages.ts'
import { makeRoutes } from './routes.tsx'

/** As much of the bundler's output as is needed to find what a page loads. */
interface BuiltFile {
  fileName: string
  facadeModuleId?: string | null
  isEntry?: boolean
  imports?: string[]
  viteMetadata?: { importedCss: Set<string> }
}

const descriptions: Record<string, string> = {
  '/': 'Choose a memorial niche in Singapore on a map, see its place and price, and book it in peace, from home or at the counter.',
  '/about': 'What Columba is, how our halls are kept, when to visit and how to reach us.',
  '/login': 'Log in to Columba with your password and a code from your authenticator app.',
  '/register': 'Create an account at Columba, to choose and book a niche for your family.',
  '/faq': 'Niches, urn placement, the documents you need, pre-orders, payments and visiting hours, answered plainly.',
}

/** The whole document of one page, painted before any script runs. The scripts come after what is seen, and take it over as it stands. */
export async function render(path: string, shell: string, built: readonly BuiltFile[]): Promise<string> {
  const page = pageList.find((each) => each.path === path)
  if (!page) throw new Error(`There is no page at ${path}`)
  return shell
    .replace(/<title>.*<\/title>/, `<title>${page.title}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, `$1${descriptions[path] ?? ''}`)
    .replace('</head>', `${linksFor(page.name, built)}</head>`)
    .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
    .replace('<!--page-->', await paint(path))
}

async function paint(path: string): Promise<string> {
  const { query, dataRoutes } = createStaticHandler(makeRoutes())
  const context = await query(new Request(`http://localhost${path}`))
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`)
  const router = createStaticRouter(dataRoutes, context)
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

/** The page's own styles must be there before it is seen; its own script is wanted soon. */
function linksFor(name: string, built: readonly BuiltFile[]): string {
  const chunk = built.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${name}.tsx`))
  if (!chunk) throw new Error(`The build has no chunk for ${name}`)
  const needed = withImports(chunk, built)
  const styles = new Set(needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...needed.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`),
  ].join('')
}

/** The chunk and whatever it imports, but for the entry, which the shell names itself. */
function withImports(chunk: BuiltFile, built: readonly BuiltFile[], found = new Set<BuiltFile>()): BuiltFile[] {
  found.add(chunk)
  for (const file of built) {
    if (chunk.imports?.includes(file.fileName) && !file.isEntry && !found.has(file)) withImports(file, built, found)
  }
  return [...found]
}
