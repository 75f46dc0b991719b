import type { App } from '#server/http/serve.ts'

export interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

type Fields = Record<string, JsonSchema>

/** One call of the OpenAPI document, with the names that it takes. */
export interface Operation {
  name: string
  /** The callers that may call it, in words. */
  description: string
  method: 'GET' | 'POST'
  path: string
  params: Fields
  query: Fields
  /** Alternatives, such as the forms of applicants and of clerks. */
  bodies: Fields[]
  files: string[]
  /** The reply does not end. */
  streams: boolean
}

interface DocumentedOperation {
  operationId?: string
  description: string
  parameters: { name: string; in: string; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

/** Reads the calls from the OpenAPI document that the server itself serves. */
export async function readOperations(app: App): Promise<Operation[]> {
  const { paths } = (await app.inject('/api/openapi.json')).json()
  return Object.entries<Record<string, DocumentedOperation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => toOperation(path, method, operation)),
  )
}

function toOperation(path: string, method: string, operation: DocumentedOperation): Operation {
  const fieldsIn = (place: string) =>
    Object.fromEntries(
      operation.parameters.filter((each) => each.in === place).map(({ name, schema }) => [name, schema]),
    )
  const content = Object.values(operation.requestBody?.content ?? {})[0]
  const bodies = content ? alternativesOf(content.schema) : []
  const isFile = (schema: JsonSchema) => 'contentMediaType' in schema
  const files = bodies.flatMap((fields) => Object.keys(fields).filter((name) => isFile(fields[name] ?? {})))
  return {
    name: operation.operationId ?? path,
    description: operation.description,
    method: method === 'get' ? 'GET' : 'POST',
    path,
    params: fieldsIn('path'),
    query: fieldsIn('query'),
    bodies: bodies.map((fields) => Object.fromEntries(Object.entries(fields).filter(([, schema]) => !isFile(schema)))),
    files: [...new Set(files)],
    streams: Object.keys(operation.responses[200]?.content ?? {}).includes('text/event-stream'),
  }
}

/** The fields of each alternative of a schema; parts that must all hold are combined. */
function alternativesOf({ properties = {}, anyOf, oneOf, allOf }: JsonSchema): Fields[] {
  const choices = (anyOf ?? oneOf)?.flatMap(alternativesOf) ?? [{}]
  const all = (allOf ?? []).reduce<Fields[]>(
    (sofar, part) => sofar.flatMap((fields) => alternativesOf(part).map((more) => ({ ...fields, ...more }))),
    choices,
  )
  return all.map((fields) => ({ ...properties, ...fields }))
}
