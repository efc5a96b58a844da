import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { useFaceConsent } from '../../../parts/privacy/use-face-consent.tsx'
import { DetailPanel } from '../../../ui/detail/detail-panel.tsx'
import { useDirtyGuard } from '../../../ui/form/form-guard.ts'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { DepartmentSelect } from '../department-select.tsx'
import { FileDrop } from '../import-drop.tsx'
import { useDepartmentPagePath, useSelectedDepartment } from '../use-department.ts'
import { droppedPhotosKey } from './dropped-photos.ts'
import { PhotoTableRow } from './photo-row.tsx'
import { isBusy, isSavable, isSaved, maxPhotos } from './photo-rows.ts'
import { usePhotoRows } from './use-photo-rows.ts'
import '../import.css'
import './photos.css'

/** `/manmgt/staff/{deptId}/photographs`: several people at once, each by a photograph and the name of its file. */
export function PhotosPanel() {
  const chosen = useSelectedDepartment()
  return chosen.kind === 'pending' ? null : <Photos departmentOfPage={chosen.department?.id} />
}

function Photos({ departmentOfPage }: { departmentOfPage: string | undefined }) {
  const t = useText()
  const panel = usePanelRoute(useDepartmentPagePath())
  const rows = usePhotoRows()
  const [departmentId, setDepartmentId] = useState(departmentOfPage)
  const [leftOut, setLeftOut] = useState(0)
  const [isAskedFor, setAskedFor] = useState(false)
  const { notice, consent, isLacking } = useFaceConsent('staff', t('photos:consentOf'), isAskedFor)
  const markDirty = useDirtyGuard()
  const all = rows.rows
  const savable = all.filter(isSavable).length
  const done = all.filter(isSaved).length
  const open = all.filter((row) => !isSaved(row) && !isBusy(row) && !isSavable(row)).length
  const isDone = all.length > 0 && done === all.length
  useEffect(() => markDirty(all.length > done), [markDirty, all.length, done])
  const add = (files: readonly File[]) => setLeftOut(rows.add(files))
  useDroppedPhotos(add)
  const close = () => {
    rows.clear()
    panel.close()
  }
  /** One answer for all rows, before the server refuses each of them. */
  const withConsent = (work: () => void) => {
    setAskedFor(isLacking)
    if (!isLacking) return work()
    document.querySelector<HTMLElement>('.face-notice-consent input')?.focus()
  }
  const forAll = { ...(departmentId && { departmentId }), ...consent }
  const footer = all.length > 0 && (
    <>
      {!isDone && notice}
      {!isDone && isAskedFor && isLacking && (
        <p role="alert" className="import-refusal">
          {t('photos:consentFirst')}
        </p>
      )}
      <div className="form-bar">
        <p className="photos-sum" role="status">
          {t('photos:progress', { done: String(done), total: String(all.length) })}
          {open > 0 && ` · ${t('photos:open', { count: open })}`}
        </p>
        {rows.isSaving ? (
          <Button onClick={rows.stop}>{t('photos:stop')}</Button>
        ) : isDone ? (
          <Button type="primary" onClick={close}>
            {t('photos:close')}
          </Button>
        ) : (
          <Button type="primary" disabled={savable === 0} onClick={() => withConsent(() => void rows.saveAll(forAll))}>
            {t('photos:save', { count: savable })}
          </Button>
        )}
      </div>
    </>
  )
  return (
    <DetailPanel title={t('photos:title')} width={760} onClose={close} {...(footer && { footer })}>
      <p>{t('photos:text')}</p>
      <FileDrop
        label={t('photos:choose')}
        hint={t('photos:drop')}
        accept=".jpg,.jpeg,.png,.webp,.avif,.heic,.heif"
        isMany
        onFiles={add}
      >
        {leftOut > 0 && (
          <p role="alert" className="import-refusal">
            {t('photos:leftOut', { count: leftOut, most: String(maxPhotos) })}
          </p>
        )}
      </FileDrop>
      {all.length > 0 && (
        <>
          <div className="photos-department">
            <label htmlFor="photos-department">{t('photos:department')}</label>
            <DepartmentSelect
              id="photos-department"
              {...(departmentId !== undefined && { value: departmentId })}
              onChange={setDepartmentId}
              placeholder={t('staff:form.departmentNone')}
            />
          </div>
          <div className="photos-rows">
            <table className="photos-table">
              <thead>
                <tr>
                  <th scope="col">{t('photos:column.picture')}</th>
                  <th scope="col">{t('photos:column.name')}</th>
                  <th scope="col">{t('photos:column.number')}</th>
                  <th scope="col">{t('photos:column.state')}</th>
                  <th scope="col">
                    <span className="for-readers">{t('photos:column.remove')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {all.map((row) => (
                  <PhotoTableRow
                    key={row.key}
                    row={row}
                    rows={rows}
                    onSaveAnyway={(one) => withConsent(() => rows.saveAnyway(one, forAll))}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </DetailPanel>
  )
}

/** Photographs that were dropped on the list wait in the memory of this window for the panel. */
function useDroppedPhotos(add: (files: readonly File[]) => void) {
  const client = useQueryClient()
  const { data } = useQuery<readonly File[]>({ queryKey: droppedPhotosKey, queryFn: () => [], staleTime: Infinity })
  const take = useEffectEvent((files: readonly File[]) => {
    client.setQueryData(droppedPhotosKey, [])
    add(files)
  })
  useEffect(() => {
    if (data && data.length > 0) take(data)
  }, [data])
}
