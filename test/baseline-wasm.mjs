import { setFlagsFromString } from 'node:v8'

/** Compiles the embedded engine once instead of again for speed: a process of a test lives too briefly for that to pay. */
setFlagsFromString('--liftoff-only')
