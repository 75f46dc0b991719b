import { z } from 'zod'

/** A trimmed text that must be there; whatever is not a text counts as missing. */
export const required = (message: string, max = 200) =>
  z.string(message).trim().min(1, message).max(max, `At most ${max} characters`)

/** Rules that stop at the first broken one, so that a person reads one message for each field. */
export const rule = <S extends z.ZodType<string>>(schema: S, holds: (text: string) => boolean, message: string) =>
  schema.refine(holds, { error: message, abort: true })

export const uuid = z.guid('That is not an id that we know.')
export const Success = z.object({ success: z.literal(true) })
export const nricPattern = /^[STFG]\d{7}[A-Z]$/

/** Lists are read in pages: the bare call gives the first, its `Link` header leads to the next. */
export const pageQuery = z.object({ cursor: z.string().max(200).optional() })
