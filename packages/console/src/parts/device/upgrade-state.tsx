import type { PackageDevice } from '@gatehouse/contract/features/upgrades.ts'
import type { Text } from '../../i18n/i18n.ts'
import { StatusMark, type Meaning } from '../../ui/feedback/status-mark.tsx'
import './upgrade-state.css'

const stateMeanings: Record<PackageDevice['state'], Meaning> = {
  waiting: 'waiting',
  offered: 'waiting',
  downloading: 'waiting',
  verified: 'waiting',
  installing: 'waiting',
  done: 'good',
  failed: 'bad',
  'rolled-back': 'bad',
  cancelled: 'none',
  superseded: 'none',
}

type Upgrade = Pick<PackageDevice, 'state' | 'percent' | 'isBegun' | 'reason'>

function stateText({ state, percent, isBegun }: Upgrade, t: Text): string {
  if (state === 'waiting' && !isBegun) return t('shared:upgradeState.later')
  if (state === 'downloading') return t('shared:upgradeState.downloadingPercent', { percent })
  return t(`shared:upgradeState.${state}`)
}

/** How far a device is with a package, and beneath it the reason of a failure. */
export const UpgradeState = ({ upgrade, t }: { upgrade: Upgrade; t: Text }) => (
  <>
    <StatusMark meaning={stateMeanings[upgrade.state]}>{stateText(upgrade, t)}</StatusMark>
    {upgrade.reason && <small className="upgrade-state-why">{t(`shared:upgradeReason.${upgrade.reason}`)}</small>}
  </>
)
