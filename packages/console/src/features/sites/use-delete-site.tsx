import { deleteSite, type SiteSummary } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Button } from 'antd'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { isCode } from '../../api/call-error.ts'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'

/** Deletes a site after asking; one that still has doors is refused with the way to them. */
export function useDeleteSite() {
  const t = useText()
  const navigate = useNavigate()
  const toast = useToast()
  const confirmDelete = useConfirmDelete()
  return useCallback(
    ({ id, name }: Pick<SiteSummary, 'id' | 'name'>, then?: () => void) =>
      confirmDelete({
        title: t('sites:delete.title', { name }),
        text: t('sites:delete.text'),
        action: t('sites:delete.deed'),
        ends: [id],
        run: async () => {
          await callAndRefresh(deleteSite, { params: { id } })
          toast.done(t('sites:delete.done', { name }))
          then?.()
        },
        afterRefusal: (error, close) => {
          if (!isCode<typeof deleteSite>(error, 'site.has-doors')) return null
          const show = () => {
            close()
            void navigate(pathTo('siteDetail', { query: { id } }))
          }
          return (
            <Button size="small" onClick={show}>
              {t('sites:delete.showDoors')}
            </Button>
          )
        },
      }),
    [t, navigate, toast, confirmDelete],
  )
}
