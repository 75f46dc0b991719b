import fc, { type Arbitrary } from 'fast-check'
import type { JsonSchema } from './operations.ts'

/** Values that the server knows, by the name of the field: without them no call would get past the first look-up. */
export type KnownValues = Record<string, unknown[]>

/** A value for a field, mostly one that fits. */
export const valueFor = (known: KnownValues, name: string, schema: JsonSchema): Arbitrary<unknown> =>
  fc.oneof(
    { weight: 7, arbitrary: fittingValue(known, name, schema) },
    { weight: 1, arbitrary: schemaValue(schema) },
    { weight: 2, arbitrary: wrongValue },
  )

/** A value that the server may know, or at least one that its schema allows. */
export function fittingValue(known: KnownValues, name: string, schema: JsonSchema): Arbitrary<unknown> {
  const values = known[name]
  return values && values.length > 0 ? fc.constantFrom(...values) : schemaValue(schema)
}

function schemaValue(schema: JsonSchema): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(schemaValue))
  if (schema.items) return fc.array(schemaValue(schema.items), { maxLength: 5 })
  if (schema.properties) return fc.record(mapValues(schema.properties, schemaValue))
  const [type] = [schema.type ?? 'string'].flat()
  if (type === 'integer') return fc.integer({ min: schema.minimum ?? -10, max: Math.min(schema.maximum ?? 1000, 1e9) })
  if (type === 'number') return fc.double({ noNaN: true })
  if (type === 'boolean') return fc.boolean()
  return fc.oneof(text, fc.uuid(), day, fc.nat().map(String))
}

export const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

const day = fc.constantFrom('2026-11-20', '1940-02-29', '2026-02-30', '0000-00-00', '9999-12-31', '-000001-01-01')

/** Wrong types, extreme lengths, odd characters and deep nesting. */
export const wrongValue: Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  text,
  day,
  fc.constantFrom(
    null,
    true,
    0,
    -0,
    -1,
    0.1,
    1e308,
    2 ** 31,
    2 ** 53,
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\u202e\u200b\ufeff',
    '👩‍👩‍👧‍👦'.repeat(30),
    'İıſK',
    "'; drop table users; --",
    '%',
    '_%\\',
    '../../etc/passwd',
    '{why} $& $1',
    'NaN',
    '1e3',
    '0x10',
    '١٢٣',
    '=cmd()',
    'a@b.c\r\nbcc: d@e.f',
    { __proto__: null, constructor: 1 },
    JSON.parse('{"__proto__":{"role":"admin"},"toString":1}'),
    [],
    [[]],
    {},
  ),
  fc.integer({ min: 0, max: 300_000 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 1, max: 2000 }).map(nested),
)

function nested(depth: number): unknown {
  let value: unknown = depth
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}

const mapValues = <T, U>(record: Record<string, T>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
