/** One row of a file as text, without the empty cells at its end. */
export interface FileRow {
  /** As the spreadsheet counts, empty rows too. */
  number: number
  cells: string[]
}

export interface FileSheet {
  /** Empty if the file has no sheets. */
  name: string
  rows: FileRow[]
}

/** Why a file cannot be used, in a sentence for the operator. */
export class UnreadableFile extends Error {}
