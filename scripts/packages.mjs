/**
 * Compares the lock file with npm's list of installed packages.
 * `npm start` needs `dependencies` only; `devDependencies` are for tests, checks and benchmarks.
 */

/** The npm arguments that install what is missing, and the folders to count; undefined if nothing is missing. */
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
  // `npm ci` would first remove the packages of a running server; `install` only adds to them.
  const command = baseIsThere ? ['install', '--no-save'] : ['ci']
  return { args: [...command, all ? '--include=dev' : '--omit=dev'], folders }
}

const inNodeModules = (path) => path.includes('node_modules/')

/** `devOptional`: a package for tests that one of the `dependencies` can also use, but does not need. */
const isForTests = ([, { dev, devOptional }]) => Boolean(dev || devOptional)

/** An optional package that is not installed is for another platform. */
const isAbsentByChoice = ([path, { optional }], installed) => Boolean(optional) && !(path in installed)
