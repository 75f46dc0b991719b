import { expect, test } from 'vitest'
import { missingCodes, readNumberedCode, type Wall, wallReader } from './walls.ts'

const said: Wall = { columns: 5, rows: 2, corner: 'top right', direction: 'along the column', missing: 'a free niche' }

test('a wall that nobody has described is numbered like the first described one with as many numbers, or by a guess', () => {
  const walls = ['A-', 'B-', 'C-', 'D-'].map((prefix) => ({ prefix, last: prefix === 'D-' ? 12 : 10 }))
  const read = wallReader(walls, { 'A-': said, 'C-': { ...said, rows: 3 }, 'E-': said })
  const [a, b, c, d] = walls.map(read)
  expect(a).toEqual({ wall: said, like: 'A-' })
  expect(b).toEqual({ wall: said, like: 'A-' })
  expect(c).toEqual({ wall: { ...said, rows: 3 }, like: 'C-' })
  expect(d).toMatchObject({ like: undefined, wall: { missing: 'no niche' } })
})

test('missing codes are written like the others, and there are none where a missing number has no niche', () => {
  const codes = ['w03', 'w01a', 'w01b'].flatMap((code) => readNumberedCode(code) ?? [])
  const wall = { ...said, columns: 2 }
  expect(missingCodes(wall, codes)).toEqual([
    { number: 2, code: 'w02' },
    { number: 4, code: 'w04' },
  ])
  expect(missingCodes({ ...wall, missing: 'no niche' }, codes)).toEqual([])
})
