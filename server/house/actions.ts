import type { House } from '#contract/house/api.ts'
import type { Context } from '#server/context.ts'
import { findHouse } from './queries.ts'

/** Before the details are saved, only the name of the software and the setting HOLD_MINUTES are known. */
const blank = {
  name: 'Columba',
  address: '',
  telephone: '',
  email: '',
  registrationNumber: '',
  taxNote: '',
  visitingHours: '',
  counterHours: '',
  hourExceptions: '',
}

export async function readHouse({ db, config }: Pick<Context, 'db' | 'config'>): Promise<House> {
  const stored = await findHouse(db)
  const {
    isOnly: _,
    holdMinutes,
    openedAt,
    ...texts
  } = stored ?? { ...blank, isOnly: true, holdMinutes: null, openedAt: null }
  return { ...texts, holdMinutes: holdMinutes ?? config.holdMinutes, isOpen: openedAt !== null }
}

/** Whether an admin has saved the details. */
export const hasHouseDetails = async ({ db }: Pick<Context, 'db'>): Promise<boolean> =>
  (await findHouse(db)) !== undefined
