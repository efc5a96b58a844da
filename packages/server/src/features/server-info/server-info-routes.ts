import * as contract from '@gatehouse/contract/features/server-info.ts'
import { type App, mount } from '../../http/mount.ts'
import { release } from '../../lib/release.ts'

const editionNames = { enterprise: 'Enterprise', cloud: 'Cloud' } as const
export type Edition = keyof typeof editionNames

export function mountServerInfo(app: App, edition: () => Edition): void {
  mount(app, contract.getServerVersion, async () => ({
    edition: editionNames[edition()],
    date: release.releasedOn,
    version: release.version,
  }))

  mount(app, contract.getUserType, async () => ({ type: edition() === 'enterprise' ? (2 as const) : (1 as const) }))
}
