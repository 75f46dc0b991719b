import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ErrorCode, errorTable } from '#contract/errors.ts'

interface Node {
  type: string
  [property: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])
const nameOf = (value: unknown) => (isNode(value) ? String(value.name ?? value.value ?? '') : '')

/** A file of the server: what it declares, and the file and name of each import and of each name that it passes on. */
interface Source {
  declared: Map<string, Node>
  imported: Map<string, { file: string; name: string }>
}

function readSource(file: string): Source {
  const source: Source = { declared: new Map(), imported: new Map() }
  const targetOf = ({ source: from }: Node) => {
    const path = nameOf(from)
    return path.startsWith('#') ? path.slice(1) : join(dirname(file), path)
  }
  for (const statement of nodesIn(parseSync(file, readFileSync(file, 'utf8')).program.body)) {
    if (statement.type === 'ImportDeclaration')
      for (const { local, imported } of nodesIn(statement.specifiers))
        source.imported.set(nameOf(local), { file: targetOf(statement), name: nameOf(imported) })
    if (statement.type === 'ExportNamedDeclaration' && statement.source)
      for (const { local, exported } of nodesIn(statement.specifiers))
        source.imported.set(nameOf(exported), { file: targetOf(statement), name: nameOf(local) })
    const declaration = isNode(statement.declaration) ? statement.declaration : statement
    for (const each of [declaration, ...nodesIn(declaration.declarations)])
      if (isNode(each.id)) source.declared.set(nameOf(each.id), each)
  }
  return source
}

const sources = new Map(
  readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('.test.'))
    .map((path) => [`server/${path}`, readSource(`server/${path}`)]),
)

/** All nodes below this one that run. */
function* nodesBelow(node: Node): Generator<Node> {
  yield node
  for (const [key, value] of Object.entries(node)) {
    /** The name of a property is none of a function. */
    const isName = (key === 'property' || key === 'key') && !node.computed
    if (!isName && !/^type\w/.test(key)) for (const each of nodesIn(value)) yield* nodesBelow(each)
  }
}

const isForApplicants = ({ roles, demoOnly }: Endpoint) =>
  !demoOnly && (!Array.isArray(roles) || roles.includes('user'))

/** What the actions of calls that applicants may send run, as far as functions are called by their names. */
function reachedBy(apis: Readonly<Record<string, Record<string, Endpoint>>>): Node[] {
  const found = new Set<Node>()
  const follow = (file: string, node: Node) => {
    if (found.has(node)) return
    found.add(node)
    for (const each of nodesBelow(node)) if (each.type === 'Identifier') open(file, nameOf(each))
  }
  const open = (file: string, name: string) => {
    const source = sources.get(file)
    const declared = source?.declared.get(name)
    const imported = source?.imported.get(name)
    if (declared) follow(file, declared)
    else if (imported) open(imported.file, imported.name)
  }
  for (const [file, { declared }] of sources)
    for (const routes of /routes\.ts$/.test(file) ? declared.values() : [])
      for (const node of nodesBelow(routes)) {
        const [, call, action] =
          node.type === 'CallExpression' && nameOf(node.callee) === 'serve' ? nodesIn(node.arguments) : []
        const endpoint = apis[nameOf(call?.object)]?.[nameOf(call?.property)]
        if (action && endpoint && isForApplicants(endpoint)) follow(file, action)
      }
  return [...found]
}

/** The codes and the sentences of refusals that applicants may meet. */
export function findRefusals(apis: Readonly<Record<string, Record<string, Endpoint>>>) {
  const codes = new Set<ErrorCode>()
  const sentences = new Set<string>()
  for (const reached of reachedBy(apis))
    for (const node of nodesBelow(reached)) {
      if (node.type === 'Literal' && nameOf(node) in errorTable) codes.add(nameOf(node) as ErrorCode)
      if (node.type !== 'Property' || !/^(errors|why)$/.test(nameOf(node.key))) continue
      for (const { type, value } of nodesBelow(node.value as Node))
        if (type === 'Literal' && typeof value === 'string' && /^[A-Z].* /.test(value)) sentences.add(value)
    }
  return { codes, sentences }
}
