/** The `ENCRYPTION_KEY` of servers that tests, benches and proofs start. */
export const sampleKey = Buffer.alloc(32, 7).toString('base64')
