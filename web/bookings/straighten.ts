/** A point on a picture: from 0 to 1, from the left and from the top. */
export interface Corner {
  x: number
  y: number
}

/** The corners of a paper: upper left, upper right, lower right, lower left. */
export type Corners = readonly [Corner, Corner, Corner, Corner]

type Pixels = Pick<ImageData, 'data' | 'width' | 'height'>

/** Whether lines between the corners, in their order, do not cross and turn the same way at each. */
export function isQuadrilateral(corners: Corners): boolean {
  return corners.every((corner, at) => {
    const [next = corner, last = corner] = [corners[(at + 1) % 4], corners[(at + 2) % 4]]
    return (next.x - corner.x) * (last.y - next.y) - (next.y - corner.y) * (last.x - next.x) > 0.001
  })
}

/** The paper between the corners as a rectangle, as if it had been photographed from straight above. */
export function straightenPixels(source: Pixels, corners: Corners): Pixels {
  const [a, b, c, d] = corners.map(({ x, y }) => ({ x: x * (source.width - 1), y: y * (source.height - 1) })) as [
    Corner,
    Corner,
    Corner,
    Corner,
  ]
  const width = Math.max(1, Math.round((distance(a, b) + distance(d, c)) / 2))
  const height = Math.max(1, Math.round((distance(a, d) + distance(b, c)) / 2))
  const toSource = projectionOf([a, b, c, d])
  const data = new Uint8ClampedArray(4 * width * height)
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at += 4) {
      const { x, y } = toSource(column / Math.max(1, width - 1), row / Math.max(1, height - 1))
      copyPixel(source, x, y, data, at)
    }
  }
  return { data, width, height }
}

const distance = (one: Corner, other: Corner) => Math.hypot(one.x - other.x, one.y - other.y)

/** The projection of the unit square onto four corners (Heckbert, Fundamentals of Texture Mapping, 1989). */
function projectionOf([a, b, c, d]: Corners): (u: number, v: number) => Corner {
  const [bc, dc] = [
    { x: b.x - c.x, y: b.y - c.y },
    { x: d.x - c.x, y: d.y - c.y },
  ]
  const sum = { x: a.x - b.x + c.x - d.x, y: a.y - b.y + c.y - d.y }
  const area = bc.x * dc.y - dc.x * bc.y
  const g = (sum.x * dc.y - dc.x * sum.y) / area
  const h = (bc.x * sum.y - sum.x * bc.y) / area
  return (u, v) => {
    const far = g * u + h * v + 1
    return {
      x: ((b.x - a.x + g * b.x) * u + (d.x - a.x + h * d.x) * v + a.x) / far,
      y: ((b.y - a.y + g * b.y) * u + (d.y - a.y + h * d.y) * v + a.y) / far,
    }
  }
}

/** Takes the mean of the four pixels around a point, each by how near it is, so that letters stay readable. */
function copyPixel({ data, width, height }: Pixels, x: number, y: number, to: Uint8ClampedArray, at: number) {
  const [left, top] = [Math.min(Math.floor(x), width - 1), Math.min(Math.floor(y), height - 1)]
  const [right, below] = [Math.min(left + 1, width - 1), Math.min(top + 1, height - 1)]
  const [dx, dy] = [x - left, y - top]
  const value = (column: number, row: number, channel: number) => data[4 * (row * width + column) + channel] ?? 0
  for (let channel = 0; channel < 4; channel++) {
    const upper = value(left, top, channel) * (1 - dx) + value(right, top, channel) * dx
    const lower = value(left, below, channel) * (1 - dx) + value(right, below, channel) * dx
    to[at + channel] = upper * (1 - dy) + lower * dy
  }
}
