import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { bodySchema } from '#contract/check-form.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { endpointName } from '#contract/endpoints.ts'
import { ErrorReply } from '#contract/errors.ts'

type Json = Record<string, unknown>

/** OpenAPI 3.1, generated from the schemas that the server validates with, in steps between which others are answered. */
export async function openapi(endpoints: readonly Endpoint[], sessionCookie: string): Promise<Json> {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
    await setImmediate()
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Columba',
      version: '1.0.0',
      description: 'Booking and care of columbarium niches. Money is a string with two decimals, days are ISO dates.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    /** Relative, because the public name of the server may differ. */
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorReply, 'output') },
      responses: {
        Refused: {
          description: 'Refused; `code` says why',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } },
    },
  }
}

function operationOf(endpoint: Endpoint): Json {
  const { summary, roles, reply, sends } = endpoint
  const operationId = endpointName(endpoint)
  return {
    ...(operationId && { operationId }),
    summary,
    description: whoMayCall(roles),
    tags: [endpoint.path.split('/').find((part) => part !== '' && part !== 'api')],
    security: roles === 'anyone' ? [] : [{ session: [] }],
    parameters: [...parametersOf(endpoint, 'params', 'path'), ...parametersOf(endpoint, 'query', 'query')],
    ...bodyOf(endpoint),
    responses: {
      200: { description: 'Done', content: { [sends ?? 'application/json']: { schema: schemaOf(reply, 'output') } } },
      '4XX': { $ref: '#/components/responses/Refused' },
      default: { $ref: '#/components/responses/Refused' },
    },
  }
}

export function whoMayCall(roles: Access): string {
  if (roles === 'anyone') return 'Anyone may call this.'
  if ('stages' in roles) return `For a sign-in at the stage ${roles.stages.join(' or ')}.`
  return `For ${roles.join(', ')}.`
}

function parametersOf(endpoint: Endpoint, part: 'params' | 'query', location: 'path' | 'query') {
  const schema = endpoint[part]
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema: property,
  }))
}

function bodyOf(endpoint: Endpoint): Json {
  const { files, raw } = endpoint
  if (raw) return { requestBody: { required: true, content: { 'application/json': { schema: {} } } } }
  const bodies = bodySchemasOf(endpoint)
  if (bodies.length === 0) return {}
  const schema = bodyJsonSchemaOf(endpoint)
  const required = !bodies.some((body) => body.safeParse(undefined).success)
  if (!files) return { requestBody: { required, content: { 'application/json': { schema } } } }
  const properties = Object.fromEntries(
    Object.keys(files).map((name) => [name, { type: 'string', contentMediaType: 'application/octet-stream' }]),
  )
  const alwaysRequired = Object.keys(files).filter((name) => !files[name]?.requiredIf)
  const form = { allOf: [schema, { type: 'object', properties, required: alwaysRequired }] }
  return { requestBody: { required, content: { 'multipart/form-data': { schema: form } } } }
}

/** Several alternatives if the rules depend on the sender's role. */
export function bodyJsonSchemaOf(endpoint: Endpoint): Json | undefined {
  const schemas = new Map(
    bodySchemasOf(endpoint)
      .map((body) => schemaOf(body, 'input'))
      .map((schema) => [JSON.stringify(schema), schema]),
  )
  const [first, ...others] = schemas.values()
  return others.length === 0 ? first : { anyOf: [first, ...others] }
}

/** A description does not say which days are allowed. */
const anyDay = '2026-01-01'

function bodySchemasOf(endpoint: Endpoint): z.ZodType[] {
  const { roles } = endpoint
  const senders = Array.isArray(roles) ? roles : [undefined]
  return senders.flatMap((role) => bodySchema(endpoint, { today: anyDay, role }) ?? [])
}

export function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' })
  return rest
}
