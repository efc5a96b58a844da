import { startPortraitBatch } from '@gatehouse/contract/features/imports.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useFaceConsent } from '../../parts/privacy/use-face-consent.tsx'
import { FileDrop } from './import-drop.tsx'
import { PastImports } from './import-past.tsx'
import { ImportRun } from './import-run.tsx'
import { isZip, uploadBatch } from './upload-pictures.ts'
import { useDepartmentPagePath } from './use-department.ts'
import './import.css'

/** `/manmgt/staff/{deptId}/portraits`: many portraits at once (MAN-12), each with its verdict. */
export function ImportPortraitsPanel() {
  const t = useText()
  const client = useQueryClient()
  const panel = usePanelRoute(useDepartmentPagePath())
  const [files, setFiles] = useState<readonly File[]>([])
  const [refusal, setRefusal] = useState<string>()
  const [force, setForce] = useState(false)
  const { notice, consent } = useFaceConsent('staff')
  const [runId, setRunId] = useState<string>()
  /** The batch of these files, once it has begun: an interrupted upload continues in it. */
  const [begun, setBegun] = useState<string>()
  const [progress, setProgress] = useState({ done: 0, total: 0 })
  const upload = useMutation({
    mutationFn: async () => {
      const name = files.length === 1 ? (files[0]?.name ?? '') : t('imports:portraits.chosen', { count: files.length })
      const id = begun ?? (await call(startPortraitBatch, { body: { name: name.slice(0, 128), force, ...consent } })).id
      setBegun(id)
      setRunId(id)
      await uploadBatch(id, files, (done, total) => setProgress({ done, total }))
    },
    onSuccess: () => {
      setFiles([])
      setBegun(undefined)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['imports'] }),
  })
  const choose = (chosen: File[]) => {
    if (chosen.length === 0) return
    const zips = chosen.filter(isZip).length
    setRefusal(zips > 0 && chosen.length > 1 ? t('imports:portraits.onlyOneZip') : undefined)
    if (zips > 0 && chosen.length > 1) return
    upload.reset()
    setBegun(undefined)
    setFiles(chosen)
  }
  return (
    <DetailPanel title={t('imports:portraits.title')} width={640} onClose={panel.close}>
      <div className="import">
        <p>
          {t('imports:portraits.text')} <Link to={panel.to('photographs')}>{t('photos:linkNew')}</Link>
        </p>
        <FileDrop
          label={t('imports:portraits.choose')}
          hint={t('imports:portraits.drop')}
          accept=".jpg,.jpeg,.png,.webp,.avif,.heic,.heif,.zip"
          isMany
          onFiles={choose}
        >
          {files.length > 0 && <strong>{t('imports:portraits.chosen', { count: files.length })}</strong>}
        </FileDrop>
        {refusal && (
          <p role="alert" className="import-refusal">
            {refusal}
          </p>
        )}
        <Checkbox checked={force} disabled={begun !== undefined} onChange={({ target }) => setForce(target.checked)}>
          {t('imports:portraits.force')}
        </Checkbox>
        <p className="import-quiet">{t('imports:portraits.forceHint')}</p>
        {notice}
        {upload.isPending && <p role="status">{t('imports:portraits.uploading', progress)}</p>}
        {upload.error && (
          <>
            <p role="alert" className="import-refusal">
              {errorText(upload.error, t)}
            </p>
            <p>{t('imports:portraits.broken')}</p>
          </>
        )}
        <Button
          type="primary"
          loading={upload.isPending}
          onClick={() => (files.length > 0 ? upload.mutate() : setRefusal(t('imports:portraits.choose')))}
        >
          {upload.error ? t('imports:portraits.goOn') : t('imports:portraits.start')}
        </Button>
        {runId && <ImportRun key={runId} id={runId} onForgotten={() => setRunId(undefined)} />}
        <PastImports kind="portraits" onOpen={setRunId} />
      </div>
    </DetailPanel>
  )
}
