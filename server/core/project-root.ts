import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ownFolder = dirname(fileURLToPath(import.meta.url))

/** The folder with package.json, found from the sources and from the bundled file alike. */
export const root = findAbove(ownFolder, 'package.json')

/**
 * The file that runs a thread. A build puts it into the folder of the bundles; the sources, which tests and `npm run dev`
 * run, have only the TypeScript file.
 */
export function threadFile(name: string): string {
  const built = join(findAbove(ownFolder, `${name}.js`), `${name}.js`)
  return existsSync(built) ? built : join(root, 'server', `${name}.ts`)
}

/** The nearest folder with this file, or the root of the file system. */
function findAbove(folder: string, file: string): string {
  return existsSync(join(folder, file)) || folder === dirname(folder) ? folder : findAbove(dirname(folder), file)
}
