import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

/** Tests build the server many times in one process. */
const known = new WeakMap<Endpoint, object>()

/** The JSON Schema for serialising replies. It strips all fields that the contract does not declare. */
export function replySchemaOf(endpoint: Endpoint): object {
  const schema = known.get(endpoint) ?? makeReplySchema(endpoint)
  known.set(endpoint, schema)
  return schema
}

function makeReplySchema({ reply, sends }: Endpoint) {
  if (sends) return {}
  const schema = z.toJSONSchema(reply, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      /** In unions, objects with `additionalProperties: false` would be refused instead of stripped. */
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      /** Do not check text patterns when serialising; that only costs time. */
      delete jsonSchema.pattern
      delete jsonSchema.format
    },
  })
  return { response: { 200: withNullable(schema) } }
}

/** The serialiser validates each value of a union, but only compares a nullable one with null. */
function withNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNullable)
  if (typeof node !== 'object' || node === null) return node
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withNullable(value)]),
  )
  const { anyOf, ...rest } = copy
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== 'null' || !anyOf[0]?.type) return copy
  return { ...rest, ...anyOf[0], nullable: true }
}

/** If the reply has `success`, so has its error reply. */
export const hasSuccessField = ({ reply }: Endpoint) => reply instanceof z.ZodObject && 'success' in reply.shape
