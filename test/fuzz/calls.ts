import fc, { type Arbitrary } from 'fast-check'
import { hostilePdf, makeJpeg, makePdf, makePng } from '../certificate-files.ts'
import type { Operation } from './operations.ts'
import { fittingValue, type KnownValues, text, valueFor, wrongValue } from './values.ts'

export interface FuzzedCall {
  operation: Operation
  caller: (typeof callers)[number]
  url: string
  headers: Record<string, string>
  payload: Buffer | undefined
}

const callers = ['nobody', 'password only', 'user', 'staff', 'admin'] as const

type Entries = [name: string, value: unknown][]
type Body = Pick<FuzzedCall, 'headers' | 'payload'>

/** Mostly someone who may call the operation. */
function callerOf({ description }: Operation): Arbitrary<FuzzedCall['caller']> {
  const allowed = callers.filter((caller) => description.includes(caller.replace(' only', '')))
  return allowed.length === 0
    ? fc.constantFrom(...callers)
    : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...allowed) }, fc.constantFrom(...callers))
}

/** A call of any operation, correct in most parts. */
export const anyCall = (operations: Operation[], known: KnownValues): Arbitrary<FuzzedCall> =>
  fc.constantFrom(...operations).chain((operation) =>
    fc
      .record({
        caller: callerOf(operation),
        url: urlOf(operation, known),
        extraHeaders: fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders }),
        body:
          operation.method === 'GET'
            ? fc.constant<Body>({ headers: {}, payload: undefined })
            : bodyOf(operation, known),
      })
      .map(({ caller, url, extraHeaders, body }) => ({
        operation,
        caller,
        url,
        headers: { ...body.headers, ...extraHeaders },
        payload: body.payload,
      })),
  )

const oddHeaders: Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  { origin: 'https://elsewhere.example' },
  { 'if-none-match': '*' },
  { 'if-none-match': `"${'x'.repeat(5000)}"` },
  { 'accept-encoding': 'br;q=0, gzip;q=nonsense, *' },
  { 'x-request-id': '../\u00e9'.repeat(50) },
  { 'content-encoding': 'gzip' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data; boundary=' },
  { 'content-type': 'text/plain' },
  { 'content-type': '' },
  { 'stripe-signature': 't=1,v1=00' },
  { 'x-forwarded-for': 'nonsense, 1.2.3.4' },
  { range: 'bytes=0-1' },
  { expect: '100-continue' },
)

/** Fields in the order and number that they are sent: some missing, some twice, some unknown. */
function fieldsOf(known: KnownValues, fields: Operation['query']): Arbitrary<Entries> {
  const named = Object.entries(fields)
  const correct = fc.tuple(
    ...named.map(([name, schema]) => fittingValue(known, name, schema).map((value): Entries[0] => [name, value])),
  )
  const mixed = fc.tuple(
    ...named.map(([name, schema]) =>
      fc
        .tuple(
          fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, fc.constant(0), fc.constant(2)),
          valueFor(known, name, schema),
          valueFor(known, name, schema),
        )
        .map(([times, first, second]) => [first, second].slice(0, times).map((value): Entries[0] => [name, value])),
    ),
  )
  const unknown = fc.array(fc.tuple(fc.oneof(text, fc.constantFrom('__proto__', 'userID', 'role')), wrongValue), {
    maxLength: 2,
  })
  return fc.oneof<Arbitrary<Entries>[]>(
    correct,
    fc.tuple(mixed, unknown).map(([entries, more]) => [...entries.flat(), ...more]),
  )
}

function urlOf({ path, params, query }: Operation, known: KnownValues): Arbitrary<string> {
  const filled = fc.tuple(
    ...path.split('/').map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      if (!name) return fc.constant(part)
      const badlyEncoded = fc.constantFrom('%', '%ff', '%00', '%2e%2e%2f', '%ED%A0%80', '..', 'x'.repeat(300))
      const value = valueFor(known, name, params[name] ?? {}).map((given) => encode(asText(given).slice(0, 5000)))
      return fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: badlyEncoded })
    }),
  )
  const search = fieldsOf(known, query).map((entries) =>
    entries.map(([name, value]) => `${encode(name)}=${encode(asText(value).slice(0, 5000))}`).join('&'),
  )
  return fc.tuple(filled, search).map(([parts, found]) => `${parts.join('/')}${found && `?${found}`}`)
}

/** A lone surrogate cannot be encoded; it is sent as bytes that are not UTF-8. */
const encode = (value: string) => (/\p{Surrogate}/u.test(value) ? '%ED%A0%80' : encodeURIComponent(value))

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

function bodyOf(operation: Operation, known: KnownValues): Arbitrary<Body> {
  const fields = fc.constantFrom(...(operation.bodies.length > 0 ? operation.bodies : [{}]))
  const entries = fields.chain((each) => fieldsOf(known, each))
  const [usual, other] = operation.files.length > 0 ? [formBody, jsonBody] : [jsonBody, formBody]
  return fc.oneof(
    { weight: 12, arbitrary: entries.chain((each) => usual(each, operation.files)) },
    { weight: 1, arbitrary: entries.chain((each) => other(each, operation.files)) },
    {
      weight: 1,
      arbitrary: oddBody(operation.files.length > 0 ? 'multipart/form-data; boundary=x' : 'application/json'),
    },
  )
}

/** Written by hand, so that a name can appear twice. */
const jsonBody = (entries: Entries): Arbitrary<Body> => {
  const json = `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`
  return fc.constant({ headers: { 'content-type': 'application/json' }, payload: Buffer.from(json) })
}

const small = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
const certificates = [makePdf('Birth'), makePng(), makeJpeg()]
const file = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...certificates) },
  {
    weight: 2,
    arbitrary: fc.oneof(small, fc.constant(Buffer.alloc(0)), fc.constant(hostilePdf().subarray(0, 50_000))),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...certificates), fc.nat(), fc.nat(255))
      .map(([bytes, at, value]) => bytes.with(at % bytes.length, value)),
  },
)

/** Each file is sent once, or with its neighbours not at all or twice. */
const formBody = (entries: Entries, files: string[]): Arbitrary<Body> =>
  fc
    .tuple(
      fc.tuple(...files.map(() => file)),
      fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, fc.constant(0), fc.constant(2)),
      fc.oneof({ weight: 15, arbitrary: fc.constant(Number.POSITIVE_INFINITY) }, fc.nat(3000)),
    )
    .map(([contents, times, cutAt]) => {
      const parts = entries.map(([name, value]) => part(`name="${headerSafe(name)}"`, Buffer.from(asText(value))))
      const fileParts = contents.map((bytes, index) =>
        part(`name="${files[index]}"; filename="a.pdf"`, Buffer.from(bytes)),
      )
      const sent = Array.from({ length: times }, () => fileParts).flat()
      const whole = Buffer.concat([...parts, ...sent, Buffer.from('--fuzz--\r\n')])
      return { headers: { 'content-type': 'multipart/form-data; boundary=fuzz' }, payload: whole.subarray(0, cutAt) }
    })

const part = (disposition: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`--fuzz\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ])

const headerSafe = (name: string) => name.replace(/["\r\n]/g, '')

/** Bodies that are no object, or not what their content type says. */
const oddBody = (contentType: string): Arbitrary<Body> => {
  const content = fc.oneof(
    small,
    wrongValue.map((value) => Buffer.from(JSON.stringify(value))),
    fc
      .constantFrom('{', '{"a":', '[', '\ufeff{}', '{"a":1}}', '--x--', '--x\r\n\r\n', '1e999', '"')
      .map((each) => Buffer.from(each)),
    fc.integer({ min: 1, max: 60_000 }).map((depth) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))),
    fc.constant(Buffer.from([0x22, 0xff, 0xfe, 0x22])),
    fc.constant(Buffer.alloc(300_000, 0x20)),
  )
  const type = fc.constantFrom(
    contentType,
    contentType,
    'application/x-www-form-urlencoded',
    'APPLICATION/JSON',
    'text/html',
  )
  return fc.tuple(type, content).map(([each, payload]) => ({ headers: { 'content-type': each }, payload }))
}
