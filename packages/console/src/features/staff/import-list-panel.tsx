import { getImportTemplate, importStaff, maxWorkbookBytes } from '@gatehouse/contract/features/imports.ts'
import { useMutation } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DownloadButton } from '../../ui/page/download-button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { FileDrop } from './import-drop.tsx'
import { PastImports } from './import-past.tsx'
import { ImportRun } from './import-run.tsx'
import { useDepartmentPagePath } from './use-department.ts'
import './import.css'

/** `/manmgt/staff/{deptId}/import`: an Excel list of staff (MAN-07), and the results of earlier ones. */
export function ImportListPanel() {
  const t = useText()
  const panel = usePanelRoute(useDepartmentPagePath())
  const [file, setFile] = useState<File>()
  const [refusal, setRefusal] = useState<string>()
  const [makesDepartments, setMakesDepartments] = useState(false)
  const [runId, setRunId] = useState<string>()
  const start = useMutation({
    ...mutationOf(importStaff),
    onSuccess: (run) => {
      setFile(undefined)
      setRunId(run.id)
    },
  })
  const send = () => {
    if (!file) return setRefusal(t('imports:list.notXls'))
    start.mutate({
      query: { makesDepartments: makesDepartments ? 'true' : 'false' },
      body: { files: [{ name: file.name, content: file }] },
    })
  }
  const choose = (files: File[]) => {
    const [first, ...others] = files
    if (!first) return
    start.reset()
    const isOneTooMany = others.length > 0 || file !== undefined
    const why = isOneTooMany
      ? 'oneFile'
      : !/\.(xls|xlsx|csv)$/i.test(first.name)
        ? 'notXls'
        : first.size > maxWorkbookBytes
          ? 'tooLarge'
          : undefined
    setRefusal(why && t(`imports:list.${why}`))
    if (!why) setFile(first)
  }
  return (
    <DetailPanel title={t('imports:list.title')} width={640} onClose={panel.close}>
      <div className="import">
        <p>{t('imports:list.text')}</p>
        <DownloadButton route={getImportTemplate} query={{ language: currentLanguage() }}>
          {t('imports:list.template')}
        </DownloadButton>
        <FileDrop
          label={t('imports:list.choose')}
          hint={t('imports:list.drop')}
          accept=".xls,.xlsx,.csv"
          onFiles={choose}
        >
          {file && (
            <span className="import-chosen">
              <strong>{file.name}</strong>
              <Button type="link" onClick={() => setFile(undefined)}>
                {t('imports:list.remove')}
              </Button>
            </span>
          )}
        </FileDrop>
        {refusal && (
          <p role="alert" className="import-refusal">
            {refusal}
          </p>
        )}
        {start.error && (
          <p role="alert" className="import-refusal">
            {errorText(start.error, t)}
          </p>
        )}
        <Checkbox checked={makesDepartments} onChange={({ target }) => setMakesDepartments(target.checked)}>
          {t('imports:list.makesDepartments')}
        </Checkbox>
        <Button type="primary" loading={start.isPending} onClick={send}>
          {t('imports:list.start')}
        </Button>
        {runId && <ImportRun key={runId} id={runId} onForgotten={() => setRunId(undefined)} />}
        <PastImports kind="staff" onOpen={setRunId} />
      </div>
    </DetailPanel>
  )
}
