import { acceptAnnouncement, type Announcement, rejectAnnouncement } from '@gatehouse/contract/features/devices.ts'
import { deviceMakes } from '@gatehouse/contract/device/capabilities.ts'
import { directions } from '@gatehouse/contract/device/passage-words.ts'
import type { listGroups } from '@gatehouse/contract/features/person-groups.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { call, callAndRefresh } from '../../api/call.ts'
import { type Text, useText } from '../../i18n/i18n.ts'
import { GroupSelect } from '../../parts/person/form-group-select.tsx'
import { groupList } from '../../parts/person/group-list.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { companyTime } from '../../lib/format-date.ts'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormSwitch } from '../../ui/form/form-switch.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { announcementsQuery } from './device-queries.ts'
import './devices.css'

/** So many may wait of one address: further ones of it wait until one of these asks no longer. */
const fullAt = 100
/** The body of the route, with all that the form shows required to be there. */
const schema = z.object(acceptAnnouncement.body.required().shape)

/** Terminals that asked to join without a code: accepted under the code on their screen, or turned away. */
export function DeviceWaitingPanel() {
  const t = useText()
  const toast = useToast()
  const confirm = useConfirm()
  const { close } = usePanelRoute(pathTo('deviceList'))
  const waiting = useQuery(announcementsQuery)
  const [accepting, setAccepting] = useState<Announcement>()
  const reject = ({ id, serialNumber }: Announcement) =>
    void confirm({
      title: t('devices:waiting.rejectTitle', { serial: serialNumber }),
      text: t('devices:waiting.rejectText'),
      action: t('devices:waiting.rejectButton'),
      run: async () => {
        await callAndRefresh(rejectAnnouncement, { params: { id } })
        toast.done(t('devices:waiting.rejected', { serial: serialNumber }))
      },
    })
  if (accepting) return <AcceptForm terminal={accepting} onClose={() => setAccepting(undefined)} />
  return (
    <DetailPanel title={t('devices:waiting.title')} onClose={close}>
      <p>{t('devices:waiting.text')}</p>
      {waiting.data && waiting.data.total >= fullAt && (
        <Notice kind="attention" title={t('devices:waiting.full', { total: waiting.data.total })} />
      )}
      {waiting.isPending ? (
        <DetailSkeleton lines={4} />
      ) : waiting.isError ? (
        <ErrorPanel error={waiting.error} onRetry={() => void waiting.refetch()} />
      ) : waiting.data.items.length === 0 ? (
        <EmptyState isSmall title={t('devices:waiting.emptyTitle')} text={t('devices:waiting.emptyText')} />
      ) : (
        <ul className="device-lines">
          {waiting.data.items.map((terminal) => (
            <li key={terminal.id}>
              <span>
                <strong id={`waiting-${terminal.id}`}>
                  {terminal.checkCode === null
                    ? t('devices:waiting.serial', { serial: terminal.serialNumber })
                    : t('devices:waiting.code', { code: terminal.checkCode })}
                </strong>
                <small className="device-words device-small">
                  {[
                    makeName(terminal, t),
                    terminal.model,
                    terminal.checkCode !== null && terminal.serialNumber,
                    t('devices:waiting.address', { address: terminal.address }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
                <small className="device-words device-small">
                  <Dated>{t('devices:waiting.since', { at: companyTime(terminal.createdAt, 'minute') })}</Dated>
                </small>
                {terminal.isSerialTaken && <StatusMark meaning="attention">{t('devices:waiting.taken')}</StatusMark>}
              </span>
              <span className="device-line-tools">
                <Button
                  type="primary"
                  aria-describedby={`waiting-${terminal.id}`}
                  onClick={() => setAccepting(terminal)}
                >
                  {t('devices:waiting.accept')}
                </Button>
                <Button aria-describedby={`waiting-${terminal.id}`} onClick={() => reject(terminal)}>
                  {t('devices:waiting.reject')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </DetailPanel>
  )
}

/** The name of a make, as far as this release knows it. */
function makeName({ make }: Announcement, t: Text): string | undefined {
  const known = deviceMakes.find((one) => one === make)
  return known && t(`devices:make.${known}.name`)
}

/** The groups first: the form begins with those that a device has by itself. */
function AcceptForm(props: { terminal: Announcement; onClose: () => void }) {
  const t = useText()
  const groups = useQuery(groupList())
  if (groups.data) return <FilledAcceptForm {...props} groups={groups.data} />
  return (
    <DetailPanel title={titleOf(props.terminal, t)} onClose={props.onClose}>
      {groups.error ? (
        <ErrorPanel error={groups.error} onRetry={() => void groups.refetch()} />
      ) : (
        <DetailSkeleton lines={4} />
      )}
    </DetailPanel>
  )
}

const titleOf = ({ checkCode, serialNumber }: Announcement, t: Text) =>
  t('devices:waiting.acceptTitle', { code: checkCode ?? serialNumber })

function FilledAcceptForm({
  terminal,
  groups,
  onClose,
}: {
  terminal: Announcement
  groups: Reply<typeof listGroups>
  onClose: () => void
}) {
  const t = useText()
  const toast = useToast()
  const navigate = useNavigate()
  const groupIds = groups.filter(({ isDefault }) => isDefault).map(({ id }) => id)
  return (
    <FormPanel
      title={titleOf(terminal, t)}
      schema={schema}
      initial={{ name: '', location: '', direction: 'none', checksLiveness: true, groupIds, sourceNetwork: null }}
      submitLabel={t('devices:waiting.accept')}
      errorFields={{ 'group.not-found': 'groupIds' }}
      onSubmit={(body) => call(acceptAnnouncement, { params: { id: terminal.id }, body })}
      onSaved={({ id, name }) => {
        onClose()
        toast.done(t('devices:waiting.accepted', { name }), {
          refine: {
            label: t('devices:pair.viewDevice', { name }),
            run: () => void navigate(pathTo('deviceList', { below: id })),
          },
        })
      }}
      onClose={onClose}
    >
      <FormField name="name" label={t('devices:pair.name')} hint={t('devices:pair.nameHint')}>
        <Input maxLength={64} autoComplete="off" />
      </FormField>
      <FormField name="location" label={t('devices:pair.location')}>
        <Input maxLength={128} autoComplete="off" />
      </FormField>
      <FormField name="direction" label={t('devices:pair.direction')}>
        <Select options={directions.map((value) => ({ value, label: t(`list:direction.${value}`) }))} />
      </FormField>
      <FormField name="groupIds" label={t('devices:form.groups')} hint={t('devices:form.groupsHint')}>
        <GroupSelect />
      </FormField>
      {/* a terminal that shows no code is of another make, and judges faces by an engine of its own */}
      {terminal.checkCode === null ? (
        <FormField
          name="sourceNetwork"
          label={t('devices:form.sourceNetwork')}
          hint={t('devices:form.sourceNetworkHint')}
        >
          <Input maxLength={200} autoComplete="off" placeholder={t('devices:form.anyNetwork')} />
        </FormField>
      ) : (
        <FormField name="checksLiveness" label={t('devices:pair.liveness')} hint={t('devices:pair.livenessHint')}>
          <FormSwitch label={t('devices:pair.liveness')} />
        </FormField>
      )}
    </FormPanel>
  )
}
