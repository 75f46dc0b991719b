import { appendFileSync, readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapCodeStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** Loaded before a server: measures it again and again, each time after a full garbage collection, whose pause does not count as a delay. */
if (isMainThread) {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc')
  const histogram = monitorEventLoopDelay({ resolution: 10 })
  histogram.enable()
  setInterval(() => {
    const delay = histogram.mean / 1e6
    collectGarbage()
    const { heapUsed, heapTotal: committed, external, rss } = process.memoryUsage()
    const { code_and_metadata_size: machineCode, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics()
    const code = machineCode + bytecode
    const handles = process.getActiveResourcesInfo().length
    const files = readdirSync('/proc/self/fd').length
    const sample = {
      at: performance.now(),
      heap: heapUsed + external - code,
      code,
      committed,
      rss,
      handles,
      files,
      delay,
    }
    appendFileSync(process.env.SAMPLES_FILE, `${JSON.stringify(sample)}\n`)
    histogram.reset()
  }, Number(process.env.SAMPLE_MS)).unref()
}
