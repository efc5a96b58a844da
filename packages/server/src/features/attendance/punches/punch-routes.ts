import * as contract from '@gatehouse/contract/features/attendance/punches.ts'
import { type App, mount } from '../../../http/mount.ts'
import { endLink, makeLink, punchFromPhone, readOwn, requestPunch } from './phone-service.ts'
import { readRequestPage } from './punch-reads.ts'
import { addCorrection, decideRequest } from './punch-service.ts'

export function mountPunches(app: App): void {
  mount(app, contract.listPunchRequests, async ({ query }, ctx) => readRequestPage(ctx, query))
  mount(app, contract.addMissedPunch, ({ body }, ctx) => addCorrection(ctx, body))
  mount(app, contract.decidePunchRequest, ({ params, body }, ctx) => decideRequest(ctx, params.id, body))
  mount(app, contract.makePhoneLink, ({ params, body }, ctx) => makeLink(ctx, params.personId, body))
  mount(app, contract.endPhoneLink, async ({ params }, ctx) => {
    await endLink(ctx, params.personId)
    return null
  })
  mount(app, contract.getOwnAttendance, ({ params }, ctx) => readOwn(ctx, params.token))
  mount(app, contract.punchByPhone, ({ params, body }, ctx) => punchFromPhone(ctx, params.token, body))
  mount(app, contract.askForPunch, async ({ params, body }, ctx) => {
    await requestPunch(ctx, params.token, body)
    return null
  })
}
