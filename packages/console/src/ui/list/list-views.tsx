import { deleteSavedView, updateSavedView } from '@gatehouse/contract/features/saved-views/saved-views.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { laterPart } from '../../lib/later-part.ts'
import { pageAt, pagePath } from '../../lib/page-path.ts'
import { useCan } from '../../lib/use-can.ts'
import { useConfirmDelete } from '../feedback/confirm.tsx'
import { useToast } from '../feedback/toast.tsx'
import { useMenu } from '../menu/menu.tsx'
import { savedViewsQuery, viewQuery } from './saved-views.ts'

const SaveViewDialog = laterPart(async () => (await import('./save-view-dialog.tsx')).SaveViewDialog)

/** Keeps the list as it is by name; of a view that is kept already, what can be done with it. */
export function ListViews({ isFiltered }: { isFiltered: boolean }) {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const confirmDelete = useConfirmDelete()
  const [params] = useSearchParams()
  const page = pageAt(useLocation().pathname)
  const query = viewQuery(params)
  const { data: views } = useQuery(savedViewsQuery)
  const [isSaving, setIsSaving] = useState(false)
  const shown = views?.find((view) => view.page === page && view.query === query)
  const isOwn = shown?.owner === null
  const run = (work: Promise<unknown>, done: string) => void work.then(() => toast.done(done), toast.failed)
  const menu = useMenu(
    shown
      ? [
          ...(isOwn ? [{ key: 'rename', label: t('list:views.rename'), run: () => setIsSaving(true) }] : []),
          ...(isOwn && (can('view.share') || shown.isShared)
            ? [
                {
                  key: 'share',
                  label: t(shown.isShared ? 'list:views.unshare' : 'list:views.share'),
                  run: () =>
                    run(
                      callAndRefresh(updateSavedView, {
                        params: { id: shown.id },
                        body: { isShared: !shown.isShared },
                      }),
                      t(shown.isShared ? 'list:views.unshared' : 'list:views.shared'),
                    ),
                },
              ]
            : []),
          ...(isOwn || can('view.share')
            ? [
                {
                  key: 'delete',
                  label: t('list:views.delete'),
                  isDangerous: true,
                  run: () =>
                    void confirmDelete({
                      title: t('list:views.deleteTitle', { name: shown.name }),
                      text: t(shown.isShared ? 'list:views.deleteShared' : 'list:views.deleteText'),
                      action: t('list:views.delete'),
                      ends: [shown.id],
                      run: async () => {
                        await callAndRefresh(deleteSavedView, { params: { id: shown.id } })
                        toast.done(t('list:views.deleted'))
                      },
                    }),
                },
              ]
            : []),
        ]
      : [],
  )
  if (!page || !(isFiltered || shown)) return null
  return (
    <>
      {shown ? (
        <Button {...menu.props} className="list-views">
          {shown.name}
        </Button>
      ) : (
        <Button className="list-views" onClick={() => setIsSaving(true)}>
          {t('list:views.save')}
        </Button>
      )}
      {menu.menu}
      {isSaving && (
        <SaveViewDialog
          page={page}
          query={query}
          address={`${pagePath(page)}?${query}`}
          view={isOwn ? shown : undefined}
          views={views ?? []}
          onClose={() => setIsSaving(false)}
        />
      )}
    </>
  )
}
