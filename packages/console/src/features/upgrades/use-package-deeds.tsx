import {
  deletePackage,
  retryUpgrades,
  type rollOutDeeds,
  steerRollOut,
  type UpgradePackage,
  unpublishPackage,
} from '@gatehouse/contract/features/upgrades.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useConfirm, useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { nameOf } from './package-words.tsx'

/** What is done with a package after a question. */
export function usePackageDeeds() {
  const t = useText()
  const client = useQueryClient()
  const confirm = useConfirm()
  const confirmDelete = useConfirmDelete()
  const toast = useToast()
  return useMemo(() => {
    const refresh = () => client.invalidateQueries({ queryKey: ['upgrades'] })
    const params = ({ id }: UpgradePackage) => ({ params: { id } })
    return {
      unpublish: (item: UpgradePackage) =>
        void confirm({
          title: t('upgrades:unpublish.ask', { name: nameOf(item) }),
          text: t('upgrades:unpublish.text'),
          deed: t('upgrades:unpublish.deed'),
          run: async () => {
            await call(unpublishPackage, params(item))
            await refresh()
            toast.done(t('upgrades:unpublish.done', { name: nameOf(item) }))
          },
        }),
      remove: (item: UpgradePackage, onGone: () => void = () => {}) =>
        void confirmDelete({
          title: t('upgrades:delete.ask', { name: nameOf(item) }),
          deed: t('upgrades:delete.deed'),
          ends: [item.id],
          run: async () => {
            await call(deletePackage, params(item))
            onGone()
            await refresh()
            toast.done(t('upgrades:delete.done', { name: nameOf(item) }))
          },
        }),
      steer: (item: UpgradePackage, deed: (typeof rollOutDeeds)[number]) =>
        void confirm({
          title: t(`upgrades:steer.${deed}.ask`),
          text:
            deed === 'continue'
              ? t('upgrades:steer.continue.text', { count: item.counts.waiting })
              : t(`upgrades:steer.${deed}.text`),
          deed: t(`upgrades:action.${deed}`),
          run: async () => {
            await call(steerRollOut, { ...params(item), body: { deed } })
            await refresh()
            toast.done(t(`upgrades:steer.${deed}.done`))
          },
        }),
      async retry(item: UpgradePackage) {
        try {
          const { count } = await call(retryUpgrades, { ...params(item), body: {} })
          await refresh()
          toast.done(t('upgrades:retry.done', { count }))
        } catch (error) {
          toast.failed(error)
        }
      },
    }
  }, [t, client, confirm, confirmDelete, toast])
}
