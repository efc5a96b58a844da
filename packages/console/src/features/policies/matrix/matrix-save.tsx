import {
  previewPolicyMatrix,
  savePolicyMatrix,
  type MatrixChange,
} from '@gatehouse/contract/features/policies/matrix.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { isCode } from '../../../api/call-error.ts'
import { mutationOf } from '../../../api/query.ts'
import { useText } from '../../../i18n/i18n.ts'
import { groupName } from '../../../parts/passage/list-group-name.ts'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { errorText } from '../../../ui/feedback/error-text.ts'
import { StatusMark } from '../../../ui/feedback/status-mark.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { ChosenFit } from '../policy-fit.tsx'
import { accessWords, type TimetableNames } from './access-words.ts'
import { accessOf, paintedFits } from './matrix-draft.ts'
import type { Matrix } from './matrix-queries.ts'

type Props = {
  changes: readonly MatrixChange[]
  matrix: Matrix
  onClose: () => void
  onSaved: () => void
  onReload: () => void
}

/** Says who gains and who loses a door, and which cells change, before anything is saved. */
export function MatrixSave({ changes, matrix, onClose, onSaved, onReload }: Props) {
  const t = useText()
  const toast = useToast()
  const preview = useMutation(mutationOf(previewPolicyMatrix))
  const save = useMutation({
    ...mutationOf(savePolicyMatrix, { untilShown: true }),
    onSuccess: ({ changed }) => {
      toast.done(t('policies:matrix.saved', { count: changed }))
      onSaved()
    },
  })
  const body = { changes: [...changes] }
  const { mutate: ask } = preview
  // oxlint-disable-next-line react/exhaustive-deps -- asked once: the changes stay while the dialog is open
  useEffect(() => ask({ body }), [ask])
  const error = save.error ?? preview.error
  const isOvertaken = isCode<typeof savePolicyMatrix>(error, 'policy.changed-meanwhile')
  return (
    <Dialog
      title={t('policies:matrix.save', { count: changes.length })}
      width={560}
      onClose={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('list:confirm.cancel')}
        </Button>,
        isOvertaken ? (
          <Button key="reload" type="primary" onClick={onReload}>
            {t('policies:matrix.reload')}
          </Button>
        ) : (
          <Button
            key="save"
            type="primary"
            disabled={!preview.data}
            loading={save.isPending}
            onClick={() => save.mutate({ body })}
          >
            {t('policies:matrix.save', { count: changes.length })}
          </Button>
        ),
      ]}
    >
      {error && (
        <p className="matrix-refused" role="alert">
          {errorText(error, t)}
        </p>
      )}
      {!error && !preview.data && <DetailSkeleton lines={4} />}
      {preview.data && <Effects {...preview.data} />}
      <Fit changes={changes} />
      <Changes changes={changes} matrix={matrix} />
    </Dialog>
  )
}

function Effects({ doors, doorTotal }: Reply<typeof previewPolicyMatrix>) {
  const t = useText()
  const words = ({ count, names }: { count: number; names: readonly string[] }) =>
    [
      names.join(t('list:comma')),
      count > names.length && t('policies:matrix.morePeople', { count: count - names.length }),
    ]
      .filter(Boolean)
      .join(' ')
  if (doors.length === 0) return <p>{t('policies:matrix.nobody')}</p>
  return (
    <ul className="matrix-effects" aria-label={t('policies:matrix.effects')}>
      {doors.flatMap(({ device, gains, loses }) => [
        gains.count > 0 && (
          <li key={`${device.id} gains`}>
            <StatusMark meaning="good">
              {t('policies:matrix.gains', { count: gains.count, door: device.name })}
            </StatusMark>
            <small>{words(gains)}</small>
          </li>
        ),
        loses.count > 0 && (
          <li key={`${device.id} loses`}>
            <StatusMark meaning="bad">
              {t('policies:matrix.loses', { count: loses.count, door: device.name })}
            </StatusMark>
            <small>{words(loses)}</small>
          </li>
        ),
      ])}
      {doorTotal > doors.length && <li>{t('policies:matrix.moreDoors', { count: doorTotal - doors.length })}</li>}
    </ul>
  )
}

const maxFits = 10

/** The parts of painted timetables that a device cannot hold, before anything is saved. */
function Fit({ changes }: { changes: readonly MatrixChange[] }) {
  return paintedFits(changes)
    .slice(0, maxFits)
    .map(({ key, opensToSome, ...fit }) => <ChosenFit key={key} {...fit} about={{ replaces: 'true', opensToSome }} />)
}

const maxShown = 20

function Changes({ changes, matrix }: { changes: readonly MatrixChange[]; matrix: Matrix }) {
  const t = useText()
  const timetables: TimetableNames = new Map(matrix.timetables.map((one) => [one.id, one]))
  const groups = new Map(matrix.groups.map(({ id, name }) => [id, name]))
  const doors = new Map(matrix.doors.map(({ deviceId, name }) => [deviceId, name]))
  return (
    <ul className="matrix-changes" aria-label={t('policies:matrix.changes', { count: changes.length })}>
      {changes.slice(0, maxShown).map(({ groupId, deviceId, was, becomes }) => (
        <li key={groupId + deviceId}>
          <b>
            {t('policies:matrix.groupAt', {
              group: groupName(groups.get(groupId) ?? '', t),
              door: doors.get(deviceId) ?? '',
            })}
          </b>{' '}
          {t('policies:matrix.fromTo', {
            from: accessWords(was, timetables, t),
            to: accessWords(accessOf(becomes), timetables, t),
          })}
        </li>
      ))}
      {changes.length > maxShown && <li>{t('policies:effect.more', { count: changes.length - maxShown })}</li>}
    </ul>
  )
}
