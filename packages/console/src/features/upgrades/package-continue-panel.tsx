import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { FileField } from './file-field.tsx'
import { nameOf } from './package-words.tsx'
import { packagePaths, packageDetail } from './upgrade-queries.ts'
import { uploadPackage } from './upload-package.ts'
import { useKind } from './use-kind.ts'

/** `…/detail/upload?id=`: continues an interrupted upload. */
export function PackageContinuePanel() {
  const t = useText()
  const kind = useKind()
  const client = useQueryClient()
  const toast = useToast()
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const panel = usePanelRoute(`${packagePaths[kind]}/detail`)
  const { data: item } = useQuery(packageDetail(id))
  const [file, setFile] = useState<File>()
  const [sent, setSent] = useState<File>()
  const [percent, setPercent] = useState<number>()
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const isAnother = isOther || (sent !== undefined && sent !== file)
      setSent(file)
      return uploadPackage(id, file, isAnother, setPercent)
    },
    // A refused file was deleted, and another one may have been started.
    onError: () => client.invalidateQueries({ queryKey: packageDetail(id).queryKey }),
    onSuccess: (item) => {
      toast.done(t('upgrades:upload.done', { title: nameOf(item) }))
      panel.close()
    },
  })
  const isOther = item !== undefined && file !== undefined && file.size !== item.size
  return (
    <DetailPanel
      title={t('upgrades:action.continueUpload')}
      width={480}
      onClose={panel.close}
      footer={
        <div className="form-bar">
          <Button onClick={panel.close}>{t('form:cancel')}</Button>
          <Button
            type="primary"
            loading={upload.isPending}
            disabled={!file || !item}
            onClick={() => file && upload.mutate(file)}
          >
            {t('upgrades:upload.submit')}
          </Button>
        </div>
      }
    >
      <div className="upgrade-files">
        <p>{item && nameOf(item)}</p>
        <p className="upgrade-quiet">{t('upgrades:upload.continueText')}</p>
        <FileField label={t('upgrades:upload.file')} onFile={setFile} />
        {isOther && (
          <p role="status" className="upgrade-why">
            {t('upgrades:upload.otherFile')}
          </p>
        )}
        {percent !== undefined && (
          <Progress percent={percent} aria-label={t('upgrades:upload.progress', { percent })} />
        )}
        {upload.error && (
          <p role="alert" className="upgrade-problem">
            {errorText(upload.error, t)}
          </p>
        )}
      </div>
    </DetailPanel>
  )
}
