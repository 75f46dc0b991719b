import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeWorkbook } from '#test/workbook.ts'
import { readHeader, suggestSheet } from './header.ts'
import { type FileRow, readFile } from './read-file.ts'
import { stageInThread, unpackRows } from './stage-file.ts'

/** The sheets of a file, each with all of its rows. */
async function read(content: Uint8Array) {
  const sheets: { name: string; rows: FileRow[] }[] = []
  for await (const { sheet, name, rows } of readFile(opened(content))) {
    sheets[sheet] ??= { name, rows: [] }
    sheets[sheet].rows.push(...rows)
  }
  return sheets
}

/** In small parts, as it comes from a disk or a network. */
const opened = (content: Uint8Array) =>
  async function* () {
    for (let from = 0; from < content.length; from += 7000) yield content.subarray(from, from + 7000)
  }

const cellsOf = async (content: Uint8Array) => (await read(content)).map(({ rows }) => rows.map(({ cells }) => cells))
const text = (content: string, encoding: BufferEncoding = 'utf8') => Buffer.from(content, encoding)

test('every sheet of a workbook is read, with its days as days', async () => {
  const sheets = [
    { name: 'Wall A', rows: [['Niche', 'Date of death'], ['A-1', { day: '2019-06-07' }], [], ['A-2', null]] },
    { name: 'Wall B & C', rows: [['Niche'], ['B-1']] },
  ]
  expect(await read(makeWorkbook(sheets))).toEqual([
    {
      name: 'Wall A',
      rows: [
        { number: 1, cells: ['Niche', 'Date of death'] },
        { number: 2, cells: ['A-1', '2019-06-07'] },
        { number: 4, cells: ['A-2'] },
      ],
    },
    {
      name: 'Wall B & C',
      rows: [
        { number: 1, cells: ['Niche'] },
        { number: 2, cells: ['B-1'] },
      ],
    },
  ])
})

test('what a merged range of a workbook covers has its value in each row, and stays empty to the right', async () => {
  const rows = [
    ['St Anne, book of 1986', null, null],
    ['Hall', 'Niche', 'Name'],
    ['East', 'A-1', 'Tan Ah Kow'],
    [null, null, 'Lim Mui'],
    [null, 'A-2', 'Goh Bee Choo'],
    [null, 'A-3', null],
  ]
  expect(await cellsOf(makeWorkbook([{ name: 'Book', rows, merged: ['A1:C1', 'A3:A5', 'B3:B4'] }]))).toEqual([
    [
      ['St Anne, book of 1986'],
      ['Hall', 'Niche', 'Name'],
      ['East', 'A-1', 'Tan Ah Kow'],
      ['East', 'A-1', 'Lim Mui'],
      ['East', 'A-2', 'Goh Bee Choo'],
      ['', 'A-3'],
    ],
  ])
})

test.each([
  ['commas', text('Niche,Name\nA-1,"Tan, Mei Ling"\n')],
  ['semicolons and a byte order mark', text('\uFEFFNiche;Name\r\nA-1;Tan, Mei Ling\r\n;\r\n')],
  ['tabs in UTF-16', text('\uFEFFNiche\tName\nA-1\tTan, Mei Ling\n', 'utf16le')],
])('a CSV file with %s is read, without its empty rows', async (_, content) => {
  expect(await cellsOf(content)).toEqual([
    [
      ['Niche', 'Name'],
      ['A-1', 'Tan, Mei Ling'],
    ],
  ])
})

test('the header is found below titles, groups above it are part of its names, and each column has a name of its own', async () => {
  const content = text('Parish of St Anne\n\n;Deceased;;Holder;;\nNiche;Name;Died;Name;Tel;\nA-1;Tan;1988;Lim;;x\n')
  const [sheet] = await read(content)
  const choice = suggestSheet(sheet?.rows ?? [])
  expect(choice).toMatchObject({ isUsed: true, headerRow: 4, hasGroups: true })
  expect(readHeader(sheet?.rows ?? [], choice, 6)).toEqual([
    'Niche',
    'Deceased Name',
    'Died',
    'Holder Name',
    'Tel',
    'Column 6',
  ])
  const repeated = await read(text('Niche,Remarks,Remarks\nA-1,x,y\n'))
  expect(readHeader(repeated[0]?.rows ?? [], suggestSheet(repeated[0]?.rows ?? []), 3)).toEqual([
    'Niche',
    'Remarks',
    'Remarks (2)',
  ])
})

/** A workbook that says of one part that it unpacks to 129 MB. */
function makeBomb() {
  const size = 12_345
  const packed = makeWorkbook([{ name: 'Book', rows: [['Niche']] }], { 'xl/sharedStrings.xml': new Uint8Array(size) })
  const view = new DataView(packed.buffer, packed.byteOffset)
  for (let at = 0; at < packed.length - 4; at++)
    if (view.getUint32(at, true) === size) view.setUint32(at, 129 * 1024 * 1024, true)
  return packed
}

/** A workbook of one sheet, with one cell far away from the others. */
const workbookWith = (cell: string) =>
  makeWorkbook([{ name: 'Book', rows: [['Niche']] }], {
    'xl/worksheets/sheet1.xml': text(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Niche</t></is></c></row><row r="${/\d+/.exec(cell)?.[0]}"><c r="${cell}"><v>1</v></c></row></sheetData></worksheet>`,
    ),
  })

test.each([
  ['that unpacks to more than 128 MB', makeBomb(), /too large once it is unpacked/],
  ['in Windows-1252', text('Niche,Name\nA-1,Jos\xe9\n', 'latin1'), /not in UTF-8.*xlsx/],
  ['of an old Excel or with a password', text('d0cf11e0a1b11ae1', 'hex'), /save it as "Excel Workbook \(\.xlsx\)"/],
  ['with more than 500 columns', text(`${','.repeat(600)}x\n`), /more than 500 columns/],
  ['with 1,000,000 columns', workbookWith('BDWGN2'), /more than 500 columns/],
  ['that is a cut archive', makeWorkbook([{ name: 'Book', rows: [['Niche']] }]).slice(0, 300), /cannot be read/],
  ['that is a picture', text('89504e470d0a1a0a0000000d', 'hex'), /cannot be read|not in UTF-8/],
  ['without rows', text(' \n\n'), /has no rows/],
])('a file %s is refused with a sentence that says what to do', async (_, content, sentence) => {
  await expect(read(content)).rejects.toThrow(sentence)
})

test('formulas count with the values that they had when the workbook was saved, and nothing that they link to is opened', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/book.xlsx`
  const link = `<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><externalBook r:id="r1"/></externalLink>`
  const target = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/externalLinkPath" Target="${address}" TargetMode="External"/></Relationships>`
  const content = makeWorkbook(
    [
      {
        name: 'Book',
        rows: [
          ['Niche', 'Name'],
          ['A-1', { formula: `[1]Names!A1`, value: 'Tan Ah Kow' }],
          ['A-2', { formula: `WEBSERVICE("${address}")`, value: 'Lim Mui' }],
          [{ formula: `HYPERLINK("${address}","A-3")`, value: 'A-3' }, "=cmd|'/c calc'!A1"],
        ],
      },
    ],
    {
      'xl/externalLinks/externalLink1.xml': text(link),
      'xl/externalLinks/_rels/externalLink1.xml.rels': text(target),
    },
  )
  expect(await cellsOf(content)).toEqual([
    [
      ['Niche', 'Name'],
      ['A-1', 'Tan Ah Kow'],
      ['A-2', 'Lim Mui'],
      ['A-3', "=cmd|'/c calc'!A1"],
    ],
  ])
  expect(connections).toBe(0)
  server.close()
})

test('a workbook whose parts name other files as XML entities does not get their content', async () => {
  const sheet = `<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Niche &file;</t></is></c></row></sheetData></worksheet>`
  const [[[first = ''] = []] = []] = await cellsOf(
    makeWorkbook([{ name: 'Book', rows: [['Niche']] }], { 'xl/worksheets/sheet1.xml': text(sheet) }),
  )
  expect(first).toMatch(/^Niche/)
  expect(first).not.toContain('root:')
})

test('a file is read in a thread, part by part, and one that takes too much memory or time is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'columba-read-'))
  const path = join(folder, 'book.csv')
  const lines = Array.from({ length: 2500 }, (_, at) => `A-${at},Tan`).join('\n')
  await writeFile(path, `Niche,Name\n${lines}\n`)
  const { sheets, parts } = await stageInThread(path)
  expect(sheets).toMatchObject([{ rows: 2501, columns: 2 }])
  expect(parts.map(({ sheet, packed }) => [sheet, unpackRows(packed).length])).toEqual([
    [0, 1000],
    [0, 1000],
    [0, 501],
  ])
  await writeFile(path, 'A-1,Tan\n'.repeat(1_000_000))
  await expect(stageInThread(path, { memoryMb: 512, timeLimitMs: 50 })).rejects.toThrow(/too long or too much memory/)
  const sheet = { name: 'Book', rows: Array.from({ length: 40_000 }, (_, at) => [`A-${at}`, `Tan ${at}`]) }
  await writeFile(path, makeWorkbook([sheet]))
  await expect(stageInThread(path, { memoryMb: 16, timeLimitMs: 60_000 })).rejects.toThrow(
    /too long or too much memory/,
  )
  await writeFile(path, workbookWith('XFD1048576'))
  await expect(stageInThread(path, { memoryMb: 256, timeLimitMs: 60_000 })).rejects.toThrow(
    /too long or too much memory/,
  )
  await rm(folder, { recursive: true })
})
