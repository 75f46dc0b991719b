import type { Endpoint } from '#contract/endpoint.ts'
import { nricOwnerKey } from '#contract/schema-parts.ts'
import { replySchemaOf } from './reply-schemas.ts'

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
