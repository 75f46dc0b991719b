import fastJsonStringify, { type AnySchema } from 'fast-json-stringify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { nricOwnerKey } from '#contract/schema-parts.ts'

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

type Serialise = (reply: unknown) => string
const serialisers = new WeakMap<object, Serialise>()

/** Compiles a schema with the first reply that needs it: compiling hundreds of them would take most of the time in which a server starts. */
export function serialiseBy({ schema }: { schema: object }): Serialise {
  return (reply) => {
    const serialise = serialisers.get(schema) ?? fastJsonStringify(schema as AnySchema)
    serialisers.set(schema, serialise)
    return serialise(reply)
  }
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

type Json = Record<string, unknown>

/** The IDs of those whose full NRICs a reply shows. */
export type NRICOwners = (reply: unknown) => string[]

/** Undefined if the reply schema of this endpoint has no field for a full NRIC. */
export function nricOwnersIn(endpoint: Endpoint): NRICOwners | undefined {
  const schema = replySchemaOf(endpoint)
  if (!JSON.stringify(schema).includes(nricOwnerKey)) return undefined
  return (reply) => [...new Set(ownersIn(Object(schema).response[200], reply))]
}

function ownersIn(schema: Json, value: unknown): string[] {
  const branches = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) => each ?? []) as Json[]
  const inBranches = branches.flatMap((branch) => ownersIn(branch, value))
  if (Array.isArray(value)) return [...inBranches, ...value.flatMap((each) => ownersIn(Object(schema.items), each))]
  if (typeof value !== 'object' || value === null) return inBranches
  const fields = Object.entries(value).flatMap(([name, part]) => {
    const own = Object(schema.properties)[name] ?? Object(schema.additionalProperties)
    const ownerField = own[nricOwnerKey]
    return ownerField && part ? [String((value as Json)[ownerField])] : ownersIn(own, part)
  })
  return [...inBranches, ...fields]
}
