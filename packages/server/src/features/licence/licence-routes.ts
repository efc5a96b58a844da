import type { KeyObject } from 'node:crypto'
import * as contract from '@gatehouse/contract/features/licence.ts'
import { type App, mount } from '../../http/mount.ts'
import { writeOwnLine } from '../../http/own-line.ts'
import { activateWithFile, type LicenceState, readAuthorizeStatus, readLicence, startTrial } from './licence-service.ts'

/** @param openid what the login page is told of signing in elsewhere, where that is set */
export function mountLicence(app: App, state: LicenceState, publicKey: KeyObject, openid: string | undefined): void {
  mount(app, contract.getAuthorizeStatus, async (_, ctx) => ({
    ...(await readAuthorizeStatus(ctx, state)),
    ...(openid === undefined ? {} : { openid }),
  }))

  mount(app, contract.getLicence, (_, ctx) => readLicence(ctx, state))

  mount(app, contract.activate, async ({ body, request }, ctx) => {
    const file = { code: body.active_code, bytes: Uint8Array.from(body.license_file) }
    await writeOwnLine(ctx, request, { module: 'licence', event: 'activate' }, () =>
      activateWithFile(ctx, state, publicKey, file),
    )
    return { authorize_status: 1 as const }
  })

  mount(app, contract.startTrial, async ({ request }, ctx) => {
    await writeOwnLine(ctx, request, { module: 'licence', event: 'start-trial' }, () => startTrial(ctx, state))
    return { authorize_status: 1 as const }
  })
}
