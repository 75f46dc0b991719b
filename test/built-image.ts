import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { root } from '#server/core/project-root.ts'
import { serverBundle, threads } from '../scripts/server-bundle.mjs'

/** A folder with the files that deploy/Dockerfile copies into the image, and the server built as for it. */
export async function buildImage() {
  const folder = await mkdtemp(join(tmpdir(), 'columba-image-'))
  const commands = (await readdir(join(root, 'server/commands'))).filter((file) => /^[a-z-]+\.ts$/.test(file))
  await build({
    ...serverBundle,
    entryPoints: ['main.ts', ...commands.map((file) => `commands/${file}`), ...threads.map((file) => `${file}.ts`)].map(
      (file) => join(root, 'server', file),
    ),
    outbase: join(root, 'server'),
    outdir: join(folder, 'dist/server'),
    splitting: true,
  })
  const dockerfile = await readFile(join(root, 'deploy/Dockerfile'), 'utf8')
  for (const [, paths = ''] of dockerfile.matchAll(/^COPY --from=build (.+) \S+$/gm)) {
    for (const path of paths.split(' ').map((each) => each.replace('/app/', ''))) {
      if (path === 'dist') continue
      await mkdir(dirname(join(folder, path)), { recursive: true })
      if (path.startsWith('node_modules')) await symlink(join(root, path), join(folder, path))
      else await cp(join(root, path), join(folder, path), { recursive: true })
    }
  }
  return { folder, remove: () => rm(folder, { recursive: true }) }
}
