export { json, kind, type Pick, whole } from '../model/pick.ts'
