import { AppError } from '@gatehouse/contract/errors.ts'
import * as contract from '@gatehouse/contract/features/operation-log.ts'
import { languageOfRequest } from '../../http/envelope.ts'
import { type App, mount } from '../../http/mount.ts'
import { readOperation, readOperationPage, readOperators } from './operation-log-reads.ts'

export function mountOperationLog(app: App): void {
  mount(app, contract.listOperations, ({ query, request }, ctx) =>
    readOperationPage(ctx.db, query, { actor: ctx.actor, language: languageOfRequest(request) }),
  )
  mount(app, contract.listOperators, (_, ctx) => readOperators(ctx.db))
  mount(app, contract.getOperation, async ({ params, request }, ctx) => {
    const line = await readOperation(ctx.db, params.id, { actor: ctx.actor, language: languageOfRequest(request) })
    if (!line) throw new AppError('operation.not-found')
    return line
  })
}
