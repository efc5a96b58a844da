import type { KeyObject } from 'node:crypto'
import * as contract from '@gatehouse/contract/features/licence.ts'
import { type App, mount } from '../../http/mount.ts'
import {
  activateWithFile,
  type LicenceState,
  readAuthorizeStatus,
  readLicence,
  readLicences,
  startTrial,
  withdrawLicence,
} from './licence-service.ts'

/** @param openid the sign-in elsewhere that the login page offers, if it is set */
export function mountLicence(app: App, state: LicenceState, publicKey: KeyObject, openid: string | undefined): void {
  mount(app, contract.getAuthorizeStatus, async (_, ctx) => ({
    ...(await readAuthorizeStatus(ctx, state)),
    ...(openid === undefined ? {} : { openid }),
  }))

  mount(app, contract.getLicence, (_, ctx) => readLicence(ctx, state))

  mount(app, contract.listLicences, (_, ctx) => readLicences(ctx, state))

  // Each process reads the licence again after the transaction commits.
  const own = { ownTransaction: true } as const
  mount(
    app,
    contract.activate,
    async ({ body }, ctx) => {
      const { active_code: code, license_file, accept_worse: acceptsWorse } = body
      const file = { code, bytes: Uint8Array.from(license_file), acceptsWorse }
      return { authorize_status: 1 as const, ...(await activateWithFile(ctx, state, publicKey, file)) }
    },
    own,
  )

  mount(
    app,
    contract.startTrial,
    async ({ body }, ctx) => {
      await startTrial(ctx, state, body.accept_worse)
      return { authorize_status: 1 as const, begins_at: null }
    },
    own,
  )

  mount(
    app,
    contract.withdrawLicence,
    async ({ params }, ctx) => {
      await withdrawLicence(ctx, state, params.id)
      return null
    },
    own,
  )
}
