import {
  beginLockdown,
  type LockdownKind,
  lockdownKinds,
  type LockdownPreview,
  type LockdownScope,
  lockdownScope,
  maxExemptGroups,
} from '@gatehouse/contract/features/lockdown.ts'
import { LockOutlined, UnlockOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, type FormInstance, Input } from 'antd'
import { z } from 'zod'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { HoldButton } from '../../parts/hold-button.tsx'
import { PlaceField } from '../../parts/device/place-field.tsx'
import { siteNamesQuery, siteQuery } from '../../parts/device/place-queries.ts'
import { GroupSelect } from '../../parts/person/form-group-select.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import type { FormValues } from '../../ui/form/form-schema.ts'
import { KindField } from './kind-field.tsx'
import { lockdownPreviewQuery } from './lockdown-queries.ts'
import { gapOf, placeOf, someDevices, someOf } from './lockdown-words.ts'
import './lockdown.css'

const everything: LockdownScope = { kind: 'everything' }
const initial = { kind: 'lockdown', scope: everything, exemptGroupIds: [] }
const errorFields = {
  'site.not-found': 'scope',
  'area.not-found': 'scope',
  'group.not-found': 'exemptGroupIds',
} as const

/** Begins a lockdown or an emergency open: what, where, for whom not, and why; its button is held. */
export function BeginPanel({ onClose }: { onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  return (
    <FormPanel
      title={t('lockdown:form.title')}
      schema={beginLockdown.body}
      initial={initial}
      errorFields={errorFields}
      onClose={onClose}
      onSubmit={({ exemptGroupIds, ...body }) =>
        callAndRefresh(beginLockdown, {
          body: { ...body, exemptGroupIds: body.kind === 'lockdown' ? exemptGroupIds : [] },
        })
      }
      onSaved={(begun) => {
        const text = begun.kind === 'lockdown' ? 'lockdown:form.begunLockdown' : 'lockdown:form.begunOpen'
        toast.done(t(text, { place: placeOf(begun, t) }))
        onClose()
      }}
      confirm={(save, form) => <BeginButton save={save} form={form} />}
    >
      <FormField name="kind" label={t('lockdown:form.kind')}>
        <KindField />
      </FormField>
      <FormField name="scope" label={t('lockdown:form.place')}>
        <PlaceField />
      </FormField>
      <Exempt />
      <Effect />
      <FormField name="level" label={t('lockdown:form.level')} hint={t('lockdown:form.levelHint')}>
        <Input maxLength={40} autoComplete="off" />
      </FormField>
      <FormField name="reason" label={t('lockdown:form.reason')} hint={t('lockdown:form.reasonHint')}>
        <Input maxLength={255} autoComplete="off" />
      </FormField>
    </FormPanel>
  )
}

const chosenKind = z.enum(lockdownKinds).catch('lockdown')
const chosenScope = lockdownScope.catch(everything)
const chosenGroups = z.array(z.string()).catch([])

function BeginButton({ save, form }: { save: () => Promise<boolean>; form: FormInstance<FormValues> }) {
  const t = useText()
  const options = { form, preserve: true }
  const kind = chosenKind.parse(Form.useWatch('kind', options))
  const place = usePlaceName(chosenScope.parse(Form.useWatch('scope', options)))
  const words = kind === 'lockdown' ? 'Lockdown' : 'Open'
  return (
    <HoldButton
      key={kind}
      action={t(`lockdown:form.act${words}`, { place })}
      label={t(`lockdown:form.hold${words}`)}
      done={t(`lockdown:form.done${words}`)}
      look="danger"
      icon={kind === 'lockdown' ? <LockOutlined aria-hidden /> : <UnlockOutlined aria-hidden />}
      run={save}
    />
  )
}

/** An emergency open opens for everybody, so it exempts nobody. */
function Exempt() {
  const t = useText()
  if (chosenKind.parse(Form.useWatch('kind')) !== 'lockdown') return null
  return (
    <FormField name="exemptGroupIds" label={t('lockdown:form.exempt')} hint={t('lockdown:form.exemptHint')}>
      <GroupSelect maxCount={maxExemptGroups} />
    </FormField>
  )
}

/** The doors that it would hold, and the exempt groups that would stay out at some of them. */
function Effect() {
  const t = useText()
  const kind = chosenKind.parse(Form.useWatch('kind'))
  const scope = chosenScope.parse(Form.useWatch('scope'))
  const groupIds = chosenGroups.parse(Form.useWatch('exemptGroupIds'))
  const { data } = useQuery(lockdownPreviewQuery(kind, scope, kind === 'lockdown' ? groupIds : []))
  if (!data) return null
  const { doors, reachable, leftShut, leftOpen, exemptGroups, alone } = data
  if (doors + leftShut + leftOpen === 0) return <p className="lockdown-effect">{t('lockdown:form.countNone')}</p>
  return (
    <div className="lockdown-effect" aria-live="polite">
      {doors > 0 && t('lockdown:form.count', { count: doors })}
      {reachable < doors && gapOf() + t('lockdown:form.unreachable', { count: doors - reachable })}
      {leftShut > 0 && <p>{t('lockdown:form.leftShut', { count: leftShut })}</p>}
      {leftOpen > 0 && <p>{t('lockdown:form.leftOpen', { count: leftOpen })}</p>}
      <Alone
        kind={kind}
        isEverywhere={scope.kind === 'everything'}
        devices={alone}
        hasExempt={exemptGroups.length > 0}
      />
      {exemptGroups.length > 0 && (
        <ul>
          {exemptGroups.map(({ id, name, closedDoors, closedDoorNames }) => (
            <li key={id}>
              {closedDoors === 0
                ? t('lockdown:form.exemptPasses', { group: groupName(name, t) })
                : t('lockdown:form.exemptStaysOut', {
                    group: groupName(name, t),
                    count: closedDoors,
                    doors: someOf(closedDoorNames, t, closedDoors),
                  })}
            </li>
          ))}
        </ul>
      )}
      {exemptGroups.some(({ closedDoors }) => closedDoors > 0) && (
        <small className="lockdown-quiet">{t('lockdown:form.bindHint')}</small>
      )}
    </div>
  )
}

type AloneProps = { kind: LockdownKind; isEverywhere: boolean; devices: LockdownPreview['alone']; hasExempt: boolean }

/** The devices that know no lockdowns, and what they do instead. */
function Alone({ kind, isEverywhere, devices, hasExempt }: AloneProps) {
  const t = useText()
  const several = devices.filter(({ doorCount }) => doorCount > 1)
  if (kind === 'emergency-open') {
    const closed = devices.filter(({ noOpening }) => noOpening !== null)
    const opening = several.filter(({ noOpening }) => noOpening === null)
    return (
      <>
        {closed.length > 0 && (
          <p>{t('lockdown:form.staysClosed', { count: closed.length, names: someDevices(closed, t) })}</p>
        )}
        {opening.length > 0 && (
          <p>{t(`lockdown:form.${isEverywhere ? 'opensAll' : 'opensHere'}`, { names: someDevices(opening, t) })}</p>
        )}
      </>
    )
  }
  const staying = devices.filter(({ ignoresHours }) => ignoresHours)
  const closing = devices.filter(({ ignoresHours }) => !ignoresHours)
  const doubtful = closing.filter(({ mayIgnoreHours }) => mayIgnoreHours)
  return (
    <>
      {staying.length > 0 && <p>{t('lockdown:form.staysOpen', { names: someDevices(staying, t) })}</p>}
      {closing.length > 0 && (
        <p>{t(`lockdown:form.${hasExempt ? 'closesForAll' : 'closesLater'}`, { names: someDevices(closing, t) })}</p>
      )}
      {doubtful.length > 0 && <p>{t('lockdown:form.mayStayOpen', { names: someDevices(doubtful, t) })}</p>}
      {several.length > 0 && <p>{t('lockdown:form.closesAll', { names: someDevices(several, t) })}</p>}
    </>
  )
}

function usePlaceName(scope: LockdownScope): string {
  const t = useText()
  const sites = useQuery(siteNamesQuery).data
  const client = useQueryClient()
  if (scope.kind === 'everything') return t('shared:place.everything')
  if (scope.kind === 'site') return sites?.find(({ id }) => id === scope.id)?.name ?? ''
  // The field has loaded the sites whose areas it offers.
  const areas = (sites ?? []).flatMap(({ id }) => client.getQueryData(siteQuery(id).queryKey)?.areas ?? [])
  return areas.find(({ id }) => id === scope.id)?.name ?? ''
}
