export { urnUses } from './import-uses.ts'
export { listExpiredAttempts, listUnplacedUrns } from './tasks.ts'
export { urnChannel } from './urn-channel.ts'
export { findUrnsOf } from './whereabouts.ts'
