import { strToU8, zipSync } from 'fflate'

/** A day, which a workbook keeps as a number with a format. */
interface Day {
  day: string
}

/** A formula, with the text that it had when the workbook was saved. */
interface Formula {
  formula: string
  value: string
}
export type WorkbookCell = string | number | Day | Formula | null

export interface WorkbookSheet {
  name: string
  rows: readonly (readonly WorkbookCell[])[]
  /** Ranges such as `A3:A5`. */
  merged?: readonly string[]
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function cellXml(cell: WorkbookCell, at: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${xml(cell)}</t></is></c>`
  if ('formula' in cell) return `<c r="${at}" t="str"><f>${xml(cell.formula)}</f><v>${xml(cell.value)}</v></c>`
  return `<c r="${at}" s="1"><v>${Math.round(Date.parse(`${cell.day}T00:00:00Z`) / 86_400_000) + 25_569}</v></c>`
}

const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

function sheetXml({ rows, merged = [] }: WorkbookSheet): string {
  const data = rows.map((cells, row) => {
    const inRow = cells.map((cell, column) => cellXml(cell, `${letters(column)}${row + 1}`)).join('')
    return `<row r="${row + 1}">${inRow}</row>`
  })
  const ranges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  const end = ranges && `<mergeCells count="${merged.length}">${ranges}</mergeCells>`
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${data.join('')}</sheetData>${end}</worksheet>`
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** An Excel workbook with these sheets. `others` replaces or adds parts of it. */
export function makeWorkbook(sheets: readonly WorkbookSheet[], others: Record<string, Uint8Array> = {}): Uint8Array {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships">${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets>${sheets
      .map(({ name }, at) => `<sheet name="${xml(name)}" sheetId="${at + 1}" r:id="s${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${sheets
      .map((_, at) => relation(`s${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`))
      .join('')}${relation('styles', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml':
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    ...Object.fromEntries(sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet)])),
  }
  return zipSync({
    ...Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
    ...others,
  })
}
