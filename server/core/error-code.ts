/** The `code` of a system or database error, if it has one. */
export function errorCodeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** No room on the disk of the server, or none left for its account. */
export const isStorageFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(errorCodeOf(error) ?? '')
