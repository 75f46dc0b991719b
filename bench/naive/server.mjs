import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import express from 'express'
import multer from 'multer'
import pg from 'pg'

/**
 * The baseline: the five busiest calls on the same schema, as a competent engineer writes them in an afternoon with Express and pg. It is
 * not made slow on purpose, and leaves out what the afternoon has no time for: races, history, audit log, letters, inspected files.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 })
const key = Buffer.from(process.env.ENCRYPTION_KEY ?? '', 'base64')
const holdMinutes = 600
const app = express()
const upload = multer({ storage: multer.memoryStorage(), limits: { fileSize: 5 * 1024 * 1024 } })

const signedIn =
  (...roles) =>
  async (request, response, next) => {
    const token = /columba_session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const { rows } = await pool.query(
      `select u.user_id, u.role from sessions s join users u using (user_id) where s.token_hash = $1 and s.stage = 'full'`,
      [createHash('sha256').update(token).digest('base64url')],
    )
    if (!rows[0]) return response.status(401).json({ error: 'Please log in.' })
    if (!roles.includes(rows[0].role)) return response.status(403).json({ error: 'Not allowed.' })
    request.user = rows[0]
    next()
  }

app.get('/api/niche/niches/:blockID', signedIn('user', 'staff', 'admin'), async (request, response) => {
  const { rows } = await pool.query(
    `select niche_id as "nicheID", block_id as "blockID", niche_code as "nicheCode", niche_row as "nicheRow",
      niche_column as "nicheColumn", half, status, price_cents as "priceCents", capacity
    from niches where block_id = $1 order by niche_row, niche_column`,
    [request.params.blockID],
  )
  response.json(rows.map(({ priceCents, ...niche }) => ({ ...niche, price: (priceCents / 100).toFixed(2) })))
})

const required = [
  ...['nicheID', 'bookingType', 'beneficiaryName', 'beneficiaryGender', 'relationshipWithApplicant', 'dateOfBirth'],
  ...['beneficiaryNationality', 'beneficiaryNationalID', 'beneficiaryAddress', 'beneficiaryPostalCode'],
]

app.post(
  '/api/booking/submitBooking',
  signedIn('user', 'staff'),
  upload.fields([
    { name: 'birthCertFile', maxCount: 1 },
    { name: 'deathCertFile', maxCount: 1 },
  ]),
  async (request, response) => {
    const missing = required.filter((name) => !request.body[name]?.trim())
    if (missing.length > 0) return response.status(400).json({ error: `Please fill in: ${missing.join(', ')}` })
    const birth = request.files?.birthCertFile?.[0]
    if (!birth?.buffer.subarray(0, 5).equals(Buffer.from('%PDF-')))
      return response.status(400).json({ error: 'Please upload the birth certificate as a PDF.' })
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query('select status, price_cents from niches where niche_id = $1', [
        request.body.nicheID,
      ])
      if (rows[0]?.status !== 'Available') {
        await client.query('rollback')
        return response.status(409).json({ error: 'This niche is no longer available.' })
      }
      const made = await insertBooking(client, request, birth, rows[0].price_cents)
      await client.query(`update niches set status = 'Pending' where niche_id = $1`, [request.body.nicheID])
      await client.query('commit')
      response.json({ success: true, ...made })
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  },
)

async function insertBooking(client, { body, user }, birth, priceCents) {
  const [bookingID, paymentID] = [newID('B'), newID('P')]
  const [beneficiaryID, certificateID] = [randomUUID(), randomUUID()]
  await client.query(
    `insert into beneficiaries (beneficiary_id, beneficiary_name, gender, nationality, national_id_sealed, relationship, date_of_birth,
      date_of_death, address, postal_code, unit_number, inscription) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[beneficiaryID, body.beneficiaryName, body.beneficiaryGender, body.beneficiaryNationality],
      ...[encrypt(body.beneficiaryNationalID), body.relationshipWithApplicant, body.dateOfBirth],
      ...[body.dateOfDeath || null, body.beneficiaryAddress, body.beneficiaryPostalCode],
      ...[body.beneficiaryUnitNumber ?? '', body.inscription ?? ''],
    ],
  )
  await client.query(
    `insert into certificates (certificate_id, kind, beneficiary_id, mime, size, sha256, created_at)
    values ($1, 'birth', $2, 'application/pdf', $3, $4, now())`,
    [certificateID, beneficiaryID, birth.size, createHash('sha256').update(birth.buffer).digest('hex')],
  )
  await client.query('insert into certificate_chunks (certificate_id, position, sealed) values ($1, 0, $2)', [
    certificateID,
    encrypt(birth.buffer),
  ])
  await client.query(
    `insert into bookings (booking_id, user_id, niche_id, beneficiary_id, booking_type, made_by, created_by_id, niche_status,
      hold_expires_at, created_at, waiting_since)
    values ($1, $2, $3, $4, $5, 'user', $2, 'Pending', now() + $6 * interval '1 minute', now(), now())`,
    [bookingID, user.user_id, body.nicheID, beneficiaryID, body.bookingType, holdMinutes],
  )
  await client.query(
    'insert into payments (payment_id, booking_id, amount_cents, created_at) values ($1, $2, $3, now())',
    [paymentID, bookingID, priceCents],
  )
  return { bookingID, paymentID, amount: (priceCents / 100).toFixed(2) }
}

const bookingColumns = `b.booking_id as "bookingID", b.version, b.booking_status as "bookingStatus", b.booking_type as "bookingType",
  u.full_name as "customerName", u.contact_number as "contactNumber", b.created_at as "createdAt", b.waiting_since as "waitingSince",
  b.niche_id as "nicheID", n.niche_code as "nicheCode", n.status as "nicheStatus", e.beneficiary_name as "beneficiaryName",
  p.payment_id as "paymentID", p.amount_cents as "amountCents", p.payment_method as "paymentMethod", p.payment_status as "paymentStatus",
  b.made_by as "madeBy", exists (select 1 from urn_requests r where r.booking_id = b.booking_id and r.status = 'Open') as "urnRequested"`
const bookingTables = `bookings b join niches n using (niche_id) join beneficiaries e using (beneficiary_id)
  join users u on u.user_id = b.user_id left join payments p using (booking_id)`

app.get('/api/booking/search', signedIn('staff'), async (request, response) => {
  const { rows } = await pool.query(
    `select ${bookingColumns} from ${bookingTables} where u.contact_number = $1 order by b.created_at desc limit 1000`,
    [request.query.query],
  )
  response.json(rows)
})

app.get('/api/booking/pending', signedIn('staff'), async (_request, response) => {
  const { rows } = await pool.query(
    `select ${bookingColumns} from ${bookingTables} where b.booking_status = 'Pending' order by b.waiting_since limit 1000`,
  )
  response.json(rows)
})

app.get('/api/booking/approval/:bookingID', signedIn('staff'), async (request, response) => {
  const { bookingID } = request.params
  const { rows } = await pool.query(
    `select ${bookingColumns}, u.email, e.*, b.remarks from ${bookingTables} where b.booking_id = $1`,
    [bookingID],
  )
  const [booking] = rows
  if (!booking) return response.status(404).json({ error: 'We could not find that.' })
  const history = await pool.query(
    `select m.at, m.event, m.reason, u.full_name as "actorName" from booking_moves m left join users u on u.user_id = m.actor_id
    where m.booking_id = $1 order by m.move_id`,
    [bookingID],
  )
  const files = await pool.query(
    `select c.kind, c.mime, k.sealed from certificates c join certificate_chunks k using (certificate_id)
    where c.beneficiary_id = $1 order by c.kind, k.position`,
    [booking.beneficiary_id],
  )
  const certificates = files.rows.map(({ kind, mime, sealed }) => ({
    kind,
    mime,
    base64: decrypt(sealed).toString('base64'),
  }))
  const beneficiaryNationalID = decrypt(booking.national_id_sealed).toString()
  response.json({
    ...booking,
    national_id_sealed: undefined,
    beneficiaryNationalID,
    certificates,
    history: history.rows,
  })
})

app.use((error, _request, response, _next) => {
  response.status(500).json({ error: 'Something went wrong.', code: error.code })
})

function encrypt(plain) {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

function decrypt(sealed) {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}

const newID = (kind) => `${kind}-${randomBytes(8).toString('hex').toUpperCase().slice(0, 10)}`

const server = app.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
