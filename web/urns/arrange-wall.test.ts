import { expect, test } from 'vitest'
import { arrangeWall } from './arrange-wall.ts'

const wall = [1, 2, 3].flatMap((nicheRow) => [1, 2, 3].map((nicheColumn) => ({ nicheRow, nicheColumn })))

test.each([
  ['without a view', null, [1, 2, 3], [1, 2, 3]],
  ['numbered from the right and from the bottom', { columns: [3, 2, 1], rows: [3, 2, 1] }, [3, 2, 1], [3, 2, 1]],
  ['with a column that its view does not know', { columns: [3, 2], rows: [1, 2, 3] }, [3, 2, 1], [1, 2, 3]],
])('a wall %s is drawn as it stands, from the left and the top', (_, view, columns, rows) => {
  const drawn = arrangeWall(wall, view)
  expect([drawn.columns, drawn.rows.map(([row]) => row)]).toEqual([columns, rows])
  expect(drawn.rows.flatMap(([row, inRow]) => inRow.map(({ nicheRow }) => nicheRow === row))).toEqual(
    Array(9).fill(true),
  )
})
