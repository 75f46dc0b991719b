import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, for a session or a link in a letter. Only their hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
