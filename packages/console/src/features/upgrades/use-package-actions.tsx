import {
  deletePackage,
  retryUpgrades,
  type rolloutActions,
  controlRollout,
  type UpgradePackage,
  unpublishPackage,
} from '@gatehouse/contract/features/upgrades.ts'
import { useMemo } from 'react'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useConfirm, useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { nameOf } from './package-words.tsx'

/** The actions of a package that ask for confirmation. */
export function usePackageActions() {
  const t = useText()
  const confirm = useConfirm()
  const confirmDelete = useConfirmDelete()
  const toast = useToast()
  return useMemo(() => {
    const params = ({ id }: UpgradePackage) => ({ params: { id } })
    return {
      unpublish: (item: UpgradePackage) =>
        void confirm({
          title: t('upgrades:unpublish.ask', { name: nameOf(item) }),
          text: t('upgrades:unpublish.text'),
          action: t('upgrades:unpublish.button'),
          run: async () => {
            await callAndRefresh(unpublishPackage, params(item))
            toast.done(t('upgrades:unpublish.done', { name: nameOf(item) }))
          },
        }),
      remove: (item: UpgradePackage, onGone: () => void = () => {}) =>
        void confirmDelete({
          title: t('upgrades:delete.ask', { name: nameOf(item) }),
          text: t('upgrades:delete.text'),
          action: t('upgrades:delete.button'),
          ends: [item.id],
          run: async () => {
            await callAndRefresh(deletePackage, params(item))
            onGone()
            toast.done(t('upgrades:delete.done', { name: nameOf(item) }))
          },
        }),
      control: (item: UpgradePackage, action: (typeof rolloutActions)[number]) =>
        void confirm({
          title: t(`upgrades:rolloutAction.${action}.ask`),
          text:
            action === 'continue'
              ? t('upgrades:rolloutAction.continue.text', { count: item.counts.waiting })
              : t(`upgrades:rolloutAction.${action}.text`),
          action: t(`upgrades:action.${action}`),
          run: async () => {
            await callAndRefresh(controlRollout, { ...params(item), body: { deed: action } })
            toast.done(t(`upgrades:rolloutAction.${action}.done`))
          },
        }),
      async retry(item: UpgradePackage) {
        try {
          const { count } = await callAndRefresh(retryUpgrades, { ...params(item), body: {} })
          toast.done(t('upgrades:retry.done', { count }))
        } catch (error) {
          toast.failed(error)
        }
      },
    }
  }, [t, confirm, confirmDelete, toast])
}
