export { presentRight, readRightOf } from './list-rights.ts'
export { grantRights, moveRights, type NewRight } from './move-rights.ts'
export { deleteUnnamed, listRightMoves, type RightRow } from './queries.ts'
