import { createServer } from 'node:http'
import pg from 'pg'

/** The baseline: a minimal server that returns the niches of a block, without sessions, schemas or security headers. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 })
const select = `select niche_id as "nicheID", block_id as "blockID", niche_code as "nicheCode", niche_row as "nicheRow",
  niche_column as "nicheColumn", status, price_cents as "priceCents"
  from niches where block_id = $1 order by niche_row, niche_column`

const server = createServer(async (request, response) => {
  const { rows } = await pool.query(select, [request.url?.split('/').at(-1)])
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(rows))
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
