import { setImmediate } from 'node:timers/promises'
import type { Endpoint } from '#contract/endpoint.ts'
import { bodyJsonSchemaOf, schemaOf, whoMayCall } from './openapi.ts'

/** The API description as one page, without scripts or inline styles. Made in steps between which others are answered. */
export async function docsPage(endpoints: readonly Endpoint[]): Promise<string> {
  const articles = new Map<string, string>()
  for (const endpoint of endpoints) {
    const section = sectionOf(endpoint)
    articles.set(section, (articles.get(section) ?? '') + renderEndpoint(endpoint))
    await setImmediate()
  }
  const sections = [...articles.keys()]
  return `<!doctype html>
<html lang="en-SG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Columba API</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<header>
<h1>Columba API</h1>
<p>All endpoints, generated from the schemas that the server validates with. Also available as <a href="/api/openapi.json">openapi.json</a>.
An error reply is <code>{ "error", "code" }</code>, with <code>errors</code> by field for a form; money is a string with two decimals.</p>
<nav aria-label="Sections">${sections.map((section) => `<a href="#${section}">${section}</a>`).join(' ')}</nav>
</header>
<main>
${[...articles].map(([section, html]) => `<section id="${section}"><h2>${section}</h2>${html}</section>`).join('\n')}
</main>
</body>
</html>`
}

const sectionOf = ({ path }: Endpoint) => path.split('/').find((part) => part !== '' && part !== 'api') ?? ''

const renderEndpoint = (endpoint: Endpoint) => `
<article>
<h3><code>${endpoint.method} ${escaped(endpoint.path)}</code></h3>
<p>${escaped(endpoint.summary)}. ${whoMayCall(endpoint.roles)}${endpoint.demoOnly ? ' Only in demo mode.' : ''}</p>
${(['params', 'query'] as const).map((part) => renderSchema(part, endpoint[part] && schemaOf(endpoint[part], 'input'))).join('')}
${renderSchema('body', bodyJsonSchemaOf(endpoint))}
${endpoint.files ? `<p>Files of a <code>multipart/form-data</code> body: ${Object.keys(endpoint.files).join(', ')}.</p>` : ''}
${renderSchema('reply', endpoint.sends ? { type: endpoint.sends } : schemaOf(endpoint.reply, 'output'))}
</article>`

const renderSchema = (name: string, schema: unknown) =>
  schema ? `<details><summary>${name}</summary><pre>${escaped(JSON.stringify(schema, null, 2))}</pre></details>` : ''

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

export const docsStyle = `
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; overflow-wrap: anywhere; }
nav a { display: inline-block; padding: 0.25rem 0.75rem 0.25rem 0; }
h2 { margin-top: 2.5rem; text-transform: capitalize; }
article { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding-block: 0.5rem; }
summary { cursor: pointer; padding-block: 0.25rem; }
pre { overflow-x: auto; padding: 0.75rem; background: color-mix(in srgb, currentColor 7%, transparent); }
`
