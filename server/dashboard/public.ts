export { listMissingSteps } from './checklist.ts'
