/**
 * Which packages are missing, decided from two lists: the lock file, and what npm wrote down about node_modules.
 * `npm start` needs `dependencies` only; `devDependencies` are for tests, checks and measurements.
 */

/** The arguments that make npm install what is missing, and the folders to wait for; undefined when nothing is missing. */
export function planInstall(locked, installed, { everything = false } = {}) {
  const isThere = ([path, { version }]) => installed[path]?.version === version
  const wanted = Object.entries(locked).filter(([path, { link }]) => inNodeModules(path) && !link)
  const base = wanted.filter((entry) => !isForTests(entry) && !isAbsentByChoice(entry, installed))
  const tests = wanted.filter((entry) => isForTests(entry) && !isAbsentByChoice(entry, installed))

  const baseIsThere = base.every(isThere)
  if (baseIsThere && (!everything || tests.every(isThere))) return undefined
  // A start after `npm test` must not remove what the tests need.
  const all = everything || Object.values(installed).some(({ dev }) => dev)
  const folders = (all ? [...base, ...tests] : base).filter(([, { optional }]) => !optional).map(([path]) => path)
  // Adding to what is there leaves a running server's packages alone, which `npm ci` would remove first.
  const command = baseIsThere ? ['install', '--no-save'] : ['ci']
  return { args: [...command, all ? '--include=dev' : '--omit=dev'], folders }
}

const inNodeModules = (path) => path.includes('node_modules/')

/** `devOptional`: a tool for tests that a package of the other group can also use, but does not need. */
const isForTests = ([, { dev, devOptional }]) => Boolean(dev || devOptional)

/** Optional packages are for other machines, unless they are here in another version. */
const isAbsentByChoice = ([path, { optional }], installed) => Boolean(optional) && !(path in installed)
