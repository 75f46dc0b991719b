import { z } from 'zod'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { endpointName } from '#contract/endpoints.ts'
import { ErrorReply } from '#contract/errors.ts'
import { bodiesOf } from './form-schemas.ts'

type Json = Record<string, unknown>

/** OpenAPI 3.1, generated from the schemas that the server validates with. */
export function openapi(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
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
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'columba_session' } },
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

function parametersOf(endpoint: Endpoint, part: 'params' | 'query', place: 'path' | 'query') {
  const schema = endpoint[part]
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }))
}

function bodyOf(endpoint: Endpoint): Json {
  const { body, files, raw } = endpoint
  if (raw) return { requestBody: { required: true, content: { 'application/json': { schema: {} } } } }
  if (!body) return {}
  const schema = bodySchemaOf(endpoint)
  const required = !body.safeParse(undefined).success
  if (!files) return { requestBody: { required, content: { 'application/json': { schema } } } }
  const parts = Object.fromEntries(
    files.map((name) => [name, { type: 'string', contentMediaType: 'application/octet-stream' }]),
  )
  const form = { allOf: [schema, { type: 'object', properties: parts }] }
  return { requestBody: { required, content: { 'multipart/form-data': { schema: form } } } }
}

export function bodySchemaOf(endpoint: Endpoint): Json {
  const schemas = bodiesOf(endpoint).map((body) => schemaOf(body, 'input'))
  return schemas.length === 1 ? { ...schemas[0] } : { allOf: schemas }
}

export function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' })
  return rest
}
