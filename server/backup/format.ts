import { z } from 'zod'

/**
 * A backup is gzipped text. Lines that begin with `[` describe what follows; all others are rows, each as the JSON object that PostgreSQL
 * makes of it. First the header, then each table followed by its rows, at last the end. The same on both engines.
 */
export const Header = z.object({
  /** Version 1 is not signed. */
  version: z.literal([1, 2]),
  createdAt: z.string(),
  mode: z.enum(['demo', 'production']),
  /** The time when the newest migration was generated: a restore creates the tables of that version. */
  schema: z.number().int().positive(),
  /** Head of the audit chain, which a restored database must contain. */
  auditHead: z.string(),
  /** The signature of a fixed text, which shows whether the encryption key is the same. */
  keyCheck: z.string().optional(),
})
export type Header = z.output<typeof Header>

export const Table = z.object({ name: z.string(), columns: z.array(z.string()).min(1) })
export type Table = z.output<typeof Table>

export const End = z.object({
  /** The number of rows in each table. */
  rows: z.record(z.string(), z.number().int().nonnegative()),
  /** The checksum of all lines before this one. */
  sha256: z.string(),
  /** The signature of the checksum: without the encryption key nobody can write a valid backup. */
  signature: z.string().optional(),
})
export type End = z.output<typeof End>

export const keyCheckText = 'columba-backup'

/** The words that begin the describing lines. */
export const words = { header: 'columba-backup', table: 'table', end: 'end' } as const

export const formatLine = (word: (typeof words)[keyof typeof words], content: Header | Table | End) =>
  JSON.stringify([word, content])

export const countRows = ({ rows }: End) => Object.values(rows).reduce((sum, count) => sum + count, 0)
