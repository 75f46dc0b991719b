import { isDeepStrictEqual } from 'node:util'
import { AppError } from './errors.ts'

/** Accepts a request that is sent again, and refuses one that reuses the ID of a different request. */
export function requireSameRequest<Earlier extends object>(
  earlier: Earlier,
  sent: { [Name in keyof Earlier]?: Earlier[Name] | undefined },
) {
  const isSame = Object.entries(sent).every(([name, value]) => isDeepStrictEqual(earlier[name as keyof Earlier], value))
  if (!isSame) throw new AppError('REQUEST_USED')
}
