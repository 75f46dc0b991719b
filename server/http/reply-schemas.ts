import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

/** The JSON Schema by which answers are written, and so stripped of whatever the contract does not declare. */
export function replySchemaOf({ reply, sends }: Endpoint) {
  if (sends) return {}
  return {
    response: {
      200: z.toJSONSchema(reply, {
        target: 'draft-7',
        io: 'output',
        unrepresentable: 'any',
        override: ({ jsonSchema }) => {
          /** Closed objects would be refused inside unions instead of being stripped. */
          if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
          /** Text is written as it is: checking its shape again would only cost time. */
          delete jsonSchema.pattern
          delete jsonSchema.format
        },
      }),
    },
  }
}

/** Where a good answer says `success`, so does a bad one. */
export const hasSuccessField = ({ reply }: Endpoint) => reply instanceof z.ZodObject && 'success' in reply.shape
