import {
  linkStranger,
  markMisrecognition,
  misrecognitionTypes,
  type RecordDetail,
} from '@gatehouse/contract/features/records.ts'
import { learnPersonPortrait } from '@gatehouse/contract/features/people/person-portraits.ts'
import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { imageAddress } from '@gatehouse/contract/features/images.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { useConfirm, useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { PersonSelect } from '../../parts/person/person-select.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { recordQuery } from './record-queries.ts'

type Action = 'mark' | 'link' | null

/** Notes that people add to a record: a misrecognition, or the name of a stranger. */
export function RecordDetailActions({ record }: { record: RecordDetail }) {
  const t = useText()
  const can = useCan()
  const [action, setAction] = useState<Action>(null)
  const panel = usePanelRoute(pathTo('signRecord'))
  const isStranger = record.kind === 'stranger'
  return (
    <section className="record-actions">
      {record.misrecognition && (
        <p>
          <Dated>
            {t('records:mark.by', {
              type: t(`records:misrecognition.${record.misrecognition}`),
              who: record.misrecognitionBy ?? '',
              at: companyTime(record.misrecognitionAt, 'minute'),
            })}
          </Dated>
        </p>
      )}
      {record.linked && (
        <p>
          <Dated>
            {t('records:link.by', {
              name: record.linked.person.name,
              who: record.linked.by,
              at: companyTime(record.linked.at, 'minute'),
            })}
          </Dated>
        </p>
      )}
      {action === null && (
        <div className="record-action-buttons">
          {isStranger && record.hasCapture && (
            <Button onClick={() => panel.open(`${record.id}/face-search`)}>{t('records:faceSearch.seenAction')}</Button>
          )}
          {can('record.write') && isStranger && !record.linked && (
            <Button onClick={() => setAction('link')}>{t('records:link.action')}</Button>
          )}
          {can('record.write') && isStranger && !record.linked && record.hasCapture && can('staff.write') && (
            <RegisterButton record={record} />
          )}
          <LearnButton record={record} />
          {can('record.write') && !record.misrecognition && (
            <Button onClick={() => setAction('mark')}>{t('records:mark.action')}</Button>
          )}
        </div>
      )}
      {action === 'mark' && <MarkForm record={record} onDone={() => setAction(null)} />}
      {action === 'link' && <LinkForm record={record} onDone={() => setAction(null)} />}
    </section>
  )
}

const writers = { staff: 'staff.write', visitor: 'visitor.write', blacklisted: 'blacklist.write' } as const

/** Makes a portrait of the capture, once somebody has said that it shows the person whom the record names. */
function LearnButton({ record }: { record: RecordDetail }) {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const confirm = useConfirm()
  const learn = useMutation(mutationOf(learnPersonPortrait))
  const { kind } = record
  const person = record.linked?.person ?? record.person
  const known = kind === 'staff' || kind === 'visitor' || kind === 'blacklisted' ? kind : undefined
  const mayWrite = known ? can(writers[known]) : record.linked !== null && can('staff.write')
  if (!person?.id || !mayWrite || !record.hasCapture || record.misrecognition) return null
  const { id, name } = person
  const ask = () =>
    confirm({
      title: t('records:learn.title', { name }),
      text: t('records:learn.text', { name }),
      action: t('records:learn.button'),
      run: async () => {
        await learn.mutateAsync({ params: { id }, body: { recordId: record.id } })
        toast.done(t('records:learn.done', { name }))
      },
    })
  return <Button onClick={() => void ask()}>{t('records:learn.action')}</Button>
}

type FormProps = { record: RecordDetail; onDone: () => void }

function useSaved() {
  const client = useQueryClient()
  return (saved: RecordDetail) => {
    client.setQueryData(recordQuery(saved.id).queryKey, saved)
  }
}

function MarkForm({ record, onDone }: FormProps) {
  const t = useText()
  const toast = useToast()
  const saved = useSaved()
  const confirm = useConfirmDelete()
  const [type, setType] = useState<(typeof misrecognitionTypes)[number] | undefined>()
  const [personId, setPersonId] = useState<string | undefined>()
  const [isMissing, setIsMissing] = useState(false)
  const submit = () => {
    if (!type) return setIsMissing(true)
    void confirm({
      title: t('records:mark.title', { type: t(`records:misrecognition.${type}`) }),
      text: t('records:mark.text'),
      action: t('records:mark.button'),
      ends: [],
      run: async () => {
        saved(await call(markMisrecognition, { params: { id: record.id }, body: { type, personId: personId ?? null } }))
        toast.done(t('records:mark.done'))
        onDone()
      },
    })
  }
  return (
    <div className="record-action-form">
      <label>
        <span>{t('records:mark.type')}</span>
        <Select
          aria-label={t('records:mark.type')}
          aria-required
          {...(isMissing ? { status: 'error' as const } : {})}
          value={type ?? null}
          options={misrecognitionTypes.map((value) => ({ value, label: t(`records:misrecognition.${value}`) }))}
          onChange={(value) => {
            setIsMissing(false)
            setType(value ?? undefined)
          }}
        />
      </label>
      {isMissing && <small role="alert">{t('records:mark.required')}</small>}
      {type === 'other-person' && !record.linked && (
        <label>
          <span>{t('records:mark.person')}</span>
          <PersonSelect aria-label={t('records:mark.person')} allowClear value={personId} onChange={setPersonId} />
        </label>
      )}
      <div className="record-action-buttons">
        <Button danger type="primary" onClick={submit}>
          {t('records:mark.button')}
        </Button>
        <Button onClick={onDone}>{t('list:confirm.cancel')}</Button>
      </div>
    </div>
  )
}

export function LinkForm({ record, onDone }: { record: { id: string }; onDone: (saved?: RecordDetail) => void }) {
  const t = useText()
  const toast = useToast()
  const saved = useSaved()
  const [personId, setPersonId] = useState<string | undefined>()
  const link = useMutation({
    ...mutationOf(linkStranger),
    onSuccess: (linked) => {
      saved(linked)
      toast.done(t('records:link.done'))
      onDone(linked)
    },
    onError: toast.failed,
  })
  return (
    <div className="record-action-form">
      <label>
        <span>{t('records:link.person')}</span>
        <PersonSelect aria-label={t('records:link.person')} value={personId} onChange={setPersonId} />
      </label>
      <p>{t('records:link.hint')}</p>
      <div className="record-action-buttons">
        <Button
          type="primary"
          disabled={!personId}
          loading={link.isPending}
          onClick={() => personId && link.mutate({ params: { id: record.id }, body: { personId } })}
        >
          {t('records:link.button')}
        </Button>
        <Button onClick={() => onDone()}>{t('list:confirm.cancel')}</Button>
      </div>
    </div>
  )
}

/** Starts a new member of staff with the picture from the door as the portrait, checked like any other; the saved person is linked to the record. */
function RegisterButton({ record }: { record: RecordDetail }) {
  const t = useText()
  const toast = useToast()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const register = async () => {
    setIsBusy(true)
    try {
      // oxlint-disable-next-line no-restricted-globals -- a picture comes without an envelope, which is what `call` opens
      const picture = await fetch(imageAddress('capture', record.id))
      const { id } = await call(uploadPortrait, { body: { file: await picture.blob() } })
      await navigate(pathTo('staff', { deptId: 0, below: 'new', query: { portrait: id, stranger: record.id } }))
    } catch (error) {
      toast.failed(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button loading={isBusy} onClick={() => void register()}>
      {t('records:register')}
    </Button>
  )
}
