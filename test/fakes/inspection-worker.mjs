import { parentPort } from 'node:worker_threads'

/** Does what the content of the file says, in place of inspecting it. */
const orders = {
  accept: () => parentPort?.postMessage('application/pdf'),
  refuse: () => parentPort?.postMessage(undefined),
  spin: () => {
    for (;;);
  },
  'use memory': () => {
    for (const kept = []; ; ) kept.push(new Array(100_000).fill(0.5))
  },
  'read settings': () => parentPort?.postMessage(Object.keys(process.env).join()),
  exit: () => process.exit(0),
  fail: () => {
    throw new Error('the inspection has a bug')
  },
}

parentPort?.on('message', (bytes) => orders[Buffer.from(bytes).toString()]())
parentPort?.postMessage('ready')
