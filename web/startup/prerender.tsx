import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import { houseMarker } from '#contract/house/house-texts.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { inChinese, type PageName, pages } from '#contract/pages.ts'
import { roles } from '#contract/roles.ts'
import { fileIn, type Language, languageNames, languageParameter, localeOf } from '#contract/words/languages.ts'
import { speak, spoken, t, translate } from '#contract/words/t.ts'
import { RootLayout } from '../layouts/RootLayout.tsx'
import type { PageHandle } from '../layouts/use-page-title.ts'
import { type LoadablePage, pageList } from '../pages.ts'
import { makeRoutes } from '../routes.tsx'
import { loadWords, readerOf, readIn } from '../session/reading-language.ts'

/** The parts of the bundler's output that we need. */
interface BuiltFile {
  fileName: string
  moduleIds?: string[]
  isEntry?: boolean
  imports?: string[]
  viteMetadata?: { importedCss: Set<string> }
}

type PrerenderedPath = Extract<(typeof pages)[PageName], { prerendered: string }>['path']

/** The server fills it in. */
const name = houseMarker('name')
const origin = houseMarker('origin')

/** The descriptions that search engines show. */
const descriptions = (): Record<PrerenderedPath, string> => ({
  '/': t`Choose a memorial niche in Singapore on a map, see its place and price, and book it in peace, from home or at the counter.`,
  '/about': t`What ${name} is, how our halls are kept, when to visit and how to reach us.`,
  '/faq': t`Niches, urn placement, the documents you need, pre-orders, payments and visiting hours, answered plainly.`,
  '/explore': t`See the halls of ${name}, which niches are free and what they cost. No account is needed to look.`,
  '/find': t`Find where somebody rests, by full name and year of death.`,
  '/login': t`Log in to ${name} with your password and a code from your authenticator app.`,
  '/register': t`Create an account at ${name}, to choose and book a niche for your family.`,
})

/** A page whose content needs its code, and what it asks the server first: both load beside the first paint instead of after it. */
const firstCalls: Partial<Record<string, Endpoint>> = { [pages.explore.path]: exploreApi.halls }

/** The server sends the same as a header. */
const noindexTag = '<meta name="robots" content="noindex" />'

/** The HTML of all pages, by file and language. The code of those rendered at build time is loaded after the first paint and hydrates them. */
export async function renderPages(shell: string, built: readonly BuiltFile[]): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const page of pageList) {
    const { prerendered, languages = [] } = page
    if (!prerendered) continue
    for (const language of ['en', ...languages] as const)
      files.set(fileIn(language, prerendered), await render(page, await inLanguage(language, shell), built))
  }
  for (const language of languageNames)
    files.set(fileIn(language, 'index.html'), await renderShell(await inLanguage(language, shell), built))
  return files
}

/** Everything that is rendered after this call is in this language. */
async function inLanguage(language: Language, shell: string): Promise<string> {
  readIn(language)
  await Promise.all([loadWords('frame'), loadWords('prerendered')])
  speak(readerOf())
  const description = t`Choose and book a memorial niche in Singapore, calmly and from home.`
  return withDescription(shell.replace(/<html lang="[^"]*"/, `<html lang="${localeOf(language)}"`), description)
}

const withDescription = (html: string, description: string) =>
  html.replace(/(<meta name="description" content=")[^"]*/, `$1${description}`)

/** The same page in its languages, for search engines. They keep no cookies, so without the parameter they get English. */
const linksToLanguages = (path: string, languages: readonly Language[]) =>
  languages.length === 0
    ? ''
    : [
        `<link rel="alternate" hreflang="en" href="${origin}${path}">`,
        ...languages.map(
          (name) => `<link rel="alternate" hreflang="${name}" href="${origin}${path}?${languageParameter}=${name}">`,
        ),
      ].join('')

async function render(
  { path, title, name: component, noindex, languages = [] }: LoadablePage,
  shell: string,
  built: readonly BuiltFile[],
) {
  const chunks = [appIn(built), pageIn(built, component)]
  const call = firstCalls[path]
  const preloads = call
    ? `<link rel="preload" as="fetch" crossorigin href="${call.path}">${linksToCode(chunks, built)}`
    : ''
  const page = await renderPage(path)
  const about = noindex ? noindexTag : linksToLanguages(path, languages)
  return withDescription(shell, descriptions()[path as PrerenderedPath])
    .replace(/<title>.*<\/title>/, `<title>${path === pages.landing.path ? name : translate(title)}</title>`)
    .replace('</head>', `${about}${linksToStyles(chunks, built)}${preloads}${linksToWords(built)}</head>`)
    .replace('<!--page-->', page)
}

/** The HTML of all other pages: what a guard shows at first. The page needs its code, so that is preloaded. */
async function renderShell(shell: string, built: readonly BuiltFile[]): Promise<string> {
  const app = [appIn(built)]
  return shell
    .replace('</head>', `${linksToStyles(app, built)}${linksToCode(app, built)}${linksToWords(built)}</head>`)
    .replace('<div id="root"><!--page-->', `<div id="root" data-shell>${await renderPage('/', guarded)}`)
}

const guarded: RouteObject[] = [
  {
    path: '/',
    Component: RootLayout,
    handle: { access: roles, title: '', languages: inChinese } satisfies PageHandle,
  },
]

async function renderPage(path: string, routes = makeRoutes()): Promise<string> {
  const { query, dataRoutes } = createStaticHandler(routes)
  const context = await query(new Request(`http://localhost${path}`))
  if (context instanceof Response) throw new Error(`${path} redirects and cannot be prerendered`)
  const router = createStaticRouter(dataRoutes, context)
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

/** Style sheets must load before the first paint. */
function linksToStyles(chunks: BuiltFile[], built: readonly BuiltFile[]): string {
  const files = withImports(chunks, built).flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...new Set(files)].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).join('')
}

const linksToCode = (chunks: BuiltFile[], built: readonly BuiltFile[]): string =>
  withImports(chunks, built)
    .map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`)
    .join('')

/** Readers of another language than English also need its styles, and what is around every page in it. */
function linksToWords(built: readonly BuiltFile[]): string {
  if (spoken().language === 'en') return ''
  const words = wordsIn[spoken().language].map((source) => chunkOf(source, built))
  return `${linksToStyles(words, built)}${linksToCode(words, built)}`
}

const wordsIn: Record<Language, readonly string[]> = {
  en: [],
  'zh-Hans': ['/web/chinese.ts'],
  'zh-Hant': ['/web/chinese.ts', '/zh-Hant/traditional.ts'],
}

const appIn = (built: readonly BuiltFile[]) => chunkOf('/startup/app.tsx', built)
const pageIn = (built: readonly BuiltFile[], name: string) => chunkOf(`/${name}.tsx`, built)

function chunkOf(source: string, built: readonly BuiltFile[]): BuiltFile {
  const chunk = built.find(({ moduleIds }) => moduleIds?.some((id) => id.endsWith(source)))
  if (!chunk) throw new Error(`The build has no chunk for ${source}`)
  return chunk
}

/** The chunks and everything they import, except the entry, which the shell already links to. */
function withImports(chunks: BuiltFile[], built: readonly BuiltFile[]): BuiltFile[] {
  const found = new Set(chunks)
  for (const chunk of found) {
    for (const file of built) if (chunk.imports?.includes(file.fileName) && !file.isEntry) found.add(file)
  }
  return [...found]
}
