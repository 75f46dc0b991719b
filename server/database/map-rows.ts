import { Column, is, SQL, Subquery } from 'drizzle-orm'

interface Selected {
  field: unknown
  path: string[]
}
interface Decoder {
  mapFromDriverValue: (value: unknown) => unknown
}
type PrepareQuery = (query: unknown, fields: Selected[] | undefined, ...rest: unknown[]) => unknown

/**
 * Drizzle looks up the decoder of each value again, which takes ten times as long as decoding. This passes a mapper of our own to its
 * sessions, for rows without nested objects; drizzle still maps those, since parts of them may be missing in an outer join.
 */
export function mapFlatRows(session: { prototype: object }) {
  const prototype = session.prototype as { prepareQuery: PrepareQuery }
  const { prepareQuery } = prototype
  prototype.prepareQuery = function (this: unknown, query, fields, name, isArrayMode, mapper, ...rest) {
    const isFlat = fields?.every(({ path }) => path.length === 1)
    const ownMapper = mapper ?? (fields && isFlat ? rowMapper(fields) : undefined)
    return prepareQuery.call(this, query, fields, name, isArrayMode, ownMapper, ...rest)
  }
}

function rowMapper(fields: readonly Selected[]) {
  const columns = fields.map(({ path, field }) => ({ name: path[0] as string, decoder: decoderOf(field) }))
  return (rows: readonly unknown[][]) =>
    rows.map((row) => {
      const mapped: Record<string, unknown> = {}
      for (const [index, { name, decoder }] of columns.entries()) {
        const value = row[index]
        mapped[name] = value === null ? null : decoder.mapFromDriverValue(value)
      }
      return mapped
    })
}

/** As in drizzle's own `mapResultRow`. */
function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field
  const expression = is(field, SQL) ? field : is(field, Subquery) ? field._.sql : (field as { sql: SQL }).sql
  return (expression as unknown as { decoder: Decoder }).decoder
}
