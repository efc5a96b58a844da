import type { UpgradePackage } from '@gatehouse/contract/features/upgrades.ts'
import type { Text } from '../../i18n/i18n.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'

export const nameOf = ({ title, version }: Pick<UpgradePackage, 'title' | 'version'>) => `${title} ${version}`

/** 20.0 MB, as the unit is used for files. */
export function sizeText(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} kB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

export const statusWord = ({ isUploaded, status }: UpgradePackage) => (isUploaded ? status : 'uploading')

export function PackageStatus({ item, t }: { item: UpgradePackage; t: Text }) {
  const meanings = { uploading: 'attention', unpublished: 'none', published: 'good' } as const
  const word = statusWord(item)
  return <StatusMark meaning={meanings[word]}>{t(`upgrades:status.${word}`)}</StatusMark>
}

const rollOutMeanings = {
  running: 'waiting',
  paused: 'attention',
  stopped: 'bad',
  cancelled: 'none',
  done: 'good',
  replaced: 'none',
} as const

export function RollOutState({ item, t }: { item: UpgradePackage; t: Text }) {
  if (!item.rollOut) return '–'
  const { state: reached } = item.rollOut
  // It came to its end without having been everywhere.
  const state = reached === 'done' && item.counts.superseded > 0 ? 'replaced' : reached
  return <StatusMark meaning={rollOutMeanings[state]}>{t(`upgrades:rollOut.${state}`)}</StatusMark>
}

/** "3 of 10 done · 1 failed" */
export function progressText({ counts, rollOut }: UpgradePackage, t: Text): string {
  if (!rollOut) return '–'
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0) - counts.superseded
  const failed = counts.failed + counts['rolled-back']
  const done = t('upgrades:summary.done', { done: counts.done, all })
  return failed > 0 ? `${done} · ${t('upgrades:summary.failed', { count: failed })}` : done
}
