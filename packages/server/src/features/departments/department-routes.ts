import * as contract from '@gatehouse/contract/features/departments.ts'
import { type App, mount } from '../../http/mount.ts'
import { readDepartments } from './department-reads.ts'
import { changeDepartment, createDepartment, removeDepartment } from './department-service.ts'

export function mountDepartments(app: App): void {
  mount(app, contract.listDepartments, (_, ctx) => readDepartments(ctx.db, ctx.clock.now().toString()))
  mount(app, contract.createDepartment, ({ body }, ctx) => createDepartment(ctx, body))
  mount(app, contract.updateDepartment, ({ params, body }, ctx) => changeDepartment(ctx, params.id, body))
  mount(app, contract.deleteDepartment, async ({ params }, ctx) => {
    await removeDepartment(ctx, params.id)
    return null
  })
}
