/** A node of a plan, with what PostgreSQL expects of it. */
export interface PlanNode {
  'Node Type': string
  'Plan Rows': number
  'Total Cost': number
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Strategy?: string
  'Parent Relationship'?: string
  Plans?: PlanNode[]
}

/** Rows of the large tables and of all indexes. */
export interface Sizes {
  tables: ReadonlyMap<string, { rows: number; scanCost: number }>
  indexes: ReadonlyMap<string, number>
}

/** A statement may read as many rows of a large table as a twentieth of it, and sort as many. */
const mostRows = 10_000

interface Reading {
  /** The number of times that the node runs. */
  loops: number
  /** The share of the rows of the node that a limit above leaves. */
  share: number
}

/** The reads and sorts of the plan that should not be, in words; empty if it is fine. */
export function judgePlan(plan: PlanNode, sizes: Sizes): string[] {
  return judgeNode(plan, { loops: 1, share: 1 }, sizes)
}

function judgeNode(node: PlanNode, reading: Reading, sizes: Sizes): string[] {
  const children = node.Plans ?? []
  const own = [judgeScan(node, reading, sizes), judgeSort(node)].filter((problem) => problem !== undefined)
  return [...own, ...children.flatMap((child) => judgeNode(child, readingOf(child, node, reading), sizes))]
}

function judgeSort({ 'Node Type': type, Plans: [input] = [] }: PlanNode) {
  const rows = input?.['Plan Rows'] ?? 0
  return type === 'Sort' && rows > mostRows ? `sorts ${rows} rows` : undefined
}

function judgeScan(node: PlanNode, { loops, share }: Reading, { tables, indexes }: Sizes) {
  const name = node['Relation Name'] ?? ''
  const table = tables.get(name)
  if (!table) return undefined
  const inIndex = indexes.get(node['Index Name'] ?? '') ?? table.rows
  const rows = rowsRead(node, inIndex, share) * loops
  const isExpensive =
    node.Filter && node['Index Cond'] && node['Total Cost'] * shareKept(node, inIndex, share) > table.scanCost
  if (rows <= mostRows && !isExpensive) return undefined
  return `reads ${rows >= table.rows || isExpensive ? 'the whole' : `${Math.round(rows)} rows of the`} table ${name} (${node['Node Type']})`
}

/** The rows that are read in one loop. A plan says how many rows a scan returns, not how many it reads and drops because of a filter. */
function rowsRead(node: PlanNode, inIndex: number, share: number): number {
  switch (node['Node Type']) {
    case 'Seq Scan':
      return inIndex * shareKept(node, inIndex, share)
    case 'Bitmap Heap Scan':
      return Math.max(...(node.Plans ?? []).map(bitmapRows))
    case 'Index Scan':
    case 'Index Only Scan':
      return node['Index Cond'] ? node['Plan Rows'] * share : inIndex * shareKept(node, inIndex, share)
    default:
      return 0
  }
}

/** A filter that most rows pass, such as `closed_at is null`, lets a limit end the scan early. Another one may find nothing, and read all. */
const shareKept = (node: PlanNode, inIndex: number, share: number) =>
  node.Filter && node['Plan Rows'] < inIndex / 4 ? 1 : share

function bitmapRows({ 'Node Type': type, 'Plan Rows': rows, Plans: parts = [] }: PlanNode): number {
  if (type === 'BitmapOr') return parts.reduce((sum, part) => sum + bitmapRows(part), 0)
  return type === 'BitmapAnd' ? Math.max(...parts.map(bitmapRows)) : rows
}

/** These need all rows before they return the first. */
const blocking = /^(Sort|Hash|Aggregate|SetOp)$/

function readingOf(child: PlanNode, node: PlanNode, { loops, share }: Reading): Reading {
  const type = node['Node Type']
  const rows = Math.max(child['Plan Rows'], 1)
  if (child['Parent Relationship'] === 'Inner' && type === 'Nested Loop')
    return { loops: loops * Math.max(1, (node.Plans?.[0]?.['Plan Rows'] ?? 1) * share), share: 1 }
  if (type === 'Limit') {
    return { loops, share: Math.min(1, node['Plan Rows'] / rows) }
  }
  const isEarly = !blocking.test(type) || node.Strategy === 'Sorted'
  const keepsMost = node['Plan Rows'] >= rows / 2
  const isMain = !['InitPlan', 'SubPlan', 'Inner'].includes(child['Parent Relationship'] ?? '')
  return { loops, share: isEarly && keepsMost && isMain ? share : 1 }
}
