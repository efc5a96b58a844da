import * as contract from '@gatehouse/contract/features/people/notice.ts'
import { type App, mount } from '../../http/mount.ts'
import { readNotice, readPrivacySettings } from './consent-reads.ts'
import { changePrivacySettings, listConsents } from './notice-service.ts'

export function mountNotice(app: App): void {
  mount(app, contract.readPrivacyNotice, ({ query }, ctx) => readNotice(ctx.db, query.kind, query.language))
  mount(app, contract.getPrivacySettings, (_, ctx) => readPrivacySettings(ctx.db))
  mount(app, contract.updatePrivacySettings, ({ body }, ctx) => changePrivacySettings(ctx, body))
  mount(app, contract.listConsents, ({ params }, ctx) => listConsents(ctx, params.id))
}
