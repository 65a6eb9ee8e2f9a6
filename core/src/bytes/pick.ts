export { kind, type Pick, whole } from '../model/pick.ts'
