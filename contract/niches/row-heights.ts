import { z } from 'zod'
import { t } from '../words/t.ts'

/** How high the rows of a block are, in centimetres: from the floor to the lowest row, and from each row to the next. */
export const RowHeights = z.object({ lowestCm: z.int(), rowCm: z.int() })
export type RowHeights = z.infer<typeof RowHeights>

const centimetres = (most: number) =>
  z
    .string()
    .trim()
    .refine((text) => text === '' || (/^\d{1,3}$/.test(text) && Number(text) <= most), {
      error: `Please enter whole centimetres, at most ${most}.`,
    })

/** The heights as they are entered. Both are empty if the rows were not measured. */
export const rowHeightFields = {
  lowestCm: centimetres(300).default(''),
  rowCm: centimetres(200).default(''),
}

export const rowHeightProblems = ({ lowestCm, rowCm }: { lowestCm: string; rowCm: string }) => ({
  ...((lowestCm === '') !== (rowCm === '') && { [rowCm ? 'lowestCm' : 'rowCm']: 'Please enter both, or neither.' }),
  ...(Number(rowCm) === 0 && rowCm !== '' && { rowCm: 'Please enter more than 0.' }),
})

/** Null if the rows were not measured. */
export const toRowHeights = ({ lowestCm, rowCm }: { lowestCm: string; rowCm: string }): RowHeights | null =>
  rowCm === '' ? null : { lowestCm: Number(lowestCm), rowCm: Number(rowCm) }

/** The height of the middle of a row, counted from 1 at the top. */
export const middleOfRow = ({ lowestCm, rowCm }: RowHeights, fromTop: number, rows: number) =>
  Math.round(lowestCm + (rows - fromTop + 0.5) * rowCm)

/** The eyes of most grown people are at these heights when they sit or stand, and their hands reach this high. */
export const eyes = { sittingCm: 115, standingCm: 155 }
const reachCm = 195
const [lowestEyesCm, highestEyesCm] = [95, 175]

export const isAtEyes = (cm: number) => cm >= lowestEyesCm && cm < highestEyesCm

/** For example `about 152 cm above the floor, at the eyes of somebody who stands`. */
export const heightInWords = (cm: number) => t`about ${cm} cm above the floor, ${besideAPerson(cm)}`

function besideAPerson(cm: number): string {
  if (cm < 50) return t`near the floor`
  if (cm < lowestEyesCm) return t`below the eyes of somebody who sits`
  if (cm < 135) return t`at the eyes of somebody who sits`
  if (cm < highestEyesCm) return t`at the eyes of somebody who stands`
  return cm < reachCm ? t`above the eyes of somebody who stands` : t`higher than most people reach`
}
