import { expect, test } from 'vitest'
import { type Corners, isQuadrilateral, straightenPixels } from './straighten.ts'

const whole: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
]

/** A picture whose red says the column of each pixel, and whose green the row. */
function pictureOf(width: number, height: number) {
  const data = new Uint8ClampedArray(4 * width * height)
  for (let at = 0; at < width * height; at++) data.set([at % width, Math.floor(at / width), 0, 255], 4 * at)
  return { data, width, height }
}

test('a paper that fills the picture stays as it is', () => {
  const picture = pictureOf(30, 20)
  const { data, width, height } = straightenPixels(picture, whole)
  expect([width, height]).toEqual([29, 19])
  expect([...data.slice(0, 3)]).toEqual([0, 0, 0])
  expect([...data.slice(-4)]).toEqual([29, 19, 0, 255])
})

test('a paper seen at an angle becomes a rectangle whose corners are those of the paper', () => {
  const corners: Corners = [
    { x: 0.2, y: 0.1 },
    { x: 0.9, y: 0.2 },
    { x: 0.8, y: 0.9 },
    { x: 0.1, y: 0.8 },
  ]
  const { data, width, height } = straightenPixels(pictureOf(101, 101), corners)
  const seen = (column: number, row: number) => [...data.slice(4 * (row * width + column)).slice(0, 2)]
  expect([seen(0, 0), seen(width - 1, 0), seen(width - 1, height - 1), seen(0, height - 1)]).toEqual([
    [20, 10],
    [90, 20],
    [80, 90],
    [10, 80],
  ])
})

test('a photograph taken from below shows the middle of the paper in the middle', () => {
  const corners: Corners = [
    { x: 0.3, y: 0 },
    { x: 0.7, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ]
  const { data, width, height } = straightenPixels(pictureOf(201, 201), corners)
  const middle = 4 * (Math.floor(height / 2) * width + Math.floor(width / 2))
  /** The diagonals of the paper meet there, at two sevenths of the height of the picture. */
  expect(Math.abs((data[middle] ?? 0) - 100)).toBeLessThan(2)
  expect(Math.abs((data[middle + 1] ?? 0) - 57)).toBeLessThan(2)
})

test.each<[string, Corners, boolean]>([
  ['the whole picture', whole, true],
  ['corners of which two have changed places', [whole[1], whole[0], whole[2], whole[3]], false],
  ['three corners on one line', [whole[0], { x: 0.5, y: 0 }, whole[1], whole[3]], false],
  ['a corner inside the triangle of the others', [whole[0], whole[1], { x: 0.3, y: 0.3 }, whole[3]], false],
])('isQuadrilateral of %s', (_name, corners, expected) => {
  expect(isQuadrilateral(corners)).toBe(expected)
})
