const lineEnd = 0x0a

/** The lines of a stream. Node's own `readline` also ends a line at characters that JSON may contain. */
export async function* readLines(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let pending: Buffer[] = []
  for await (const chunk of stream) {
    let from = 0
    for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, from)) {
      yield Buffer.concat([...pending, chunk.subarray(from, at)]).toString('utf8')
      pending = []
      from = at + 1
    }
    pending.push(chunk.subarray(from))
  }
  const rest = Buffer.concat(pending)
  if (rest.length > 0) yield rest.toString('utf8')
}
