import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

/** The JSON Schema for serialising replies. It strips all fields that the contract does not declare. */
export function replySchemaOf({ reply, sends }: Endpoint) {
  if (sends) return {}
  return {
    response: {
      200: z.toJSONSchema(reply, {
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
      }),
    },
  }
}

/** If the reply has `success`, so has its error reply. */
export const hasSuccessField = ({ reply }: Endpoint) => reply instanceof z.ZodObject && 'success' in reply.shape
