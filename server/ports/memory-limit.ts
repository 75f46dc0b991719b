/** Memory that requests share. A request that does not fit waits; first come, first served. */
export interface MemoryLimit {
  /** Resolves with a function that releases the bytes; calling it twice has no further effect. */
  forUpload: Acquire
  /** The same for a reply with certificates. It goes before uploads, and may use what they must leave. */
  forReply: Acquire
}

type Acquire = (bytes: number) => Promise<() => void>
