import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json: the same place from the sources as from one built file. */
export const root = findRoot(dirname(fileURLToPath(import.meta.url)))

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) || folder === dirname(folder) ? folder : findRoot(dirname(folder))
}
