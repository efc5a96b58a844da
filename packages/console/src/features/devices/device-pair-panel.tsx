import {
  createPairingCode,
  type DeviceSummary,
  getPairingCode,
  type JoiningMake,
  listDeviceMakes,
} from '@gatehouse/contract/features/devices.ts'
import { directions } from '@gatehouse/contract/device/passage-words.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { mutationOf, queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { instantMs, nowMs } from '../../lib/clock.ts'
import { useCan } from '../../lib/use-can.ts'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { ErrorPanel, RequestId } from '../../ui/feedback/error-panel.tsx'
import { FormContext } from '../../ui/form/form-context.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormSwitch } from '../../ui/form/form-switch.tsx'
import { QrCode } from '../../ui/qr/qr-code.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { AppearingDevice, MakeChoice, MakesSwitchedOff } from './device-make-choice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import './devices.css'

type Code = Reply<typeof createPairingCode>
/** The context for the fields of the form; nothing in it blocks the form. */
const formContext = { schema: createPairingCode.body, hold: () => {}, fill: () => {}, addFold: () => () => {} }

type Values = { name: string; location: string; direction: (typeof directions)[number]; checksLiveness: boolean }

/** Adding a device: say whose it is, then enter its place, get a code and watch it join, or learn how it asks to join. */
export function DevicePairPanel() {
  const t = useText()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [code, setCode] = useState<Code>()
  const makes = useQuery(queryOf(listDeviceMakes))
  const [chosen, setChosen] = useState<JoiningMake>()
  const [first, ...others] = makes.data?.filter(({ isOn }) => isOn) ?? []
  // Nobody is asked where only one make is taken.
  const make = chosen ?? (others.length === 0 ? first : undefined)
  const isAsked = chosen !== undefined || code !== undefined
  const close = useCallback(
    () => void navigate({ pathname: pathTo('deviceList'), search: params.toString() }),
    [navigate, params],
  )
  return (
    <DetailPanel title={t('devices:pair.title')} onClose={close}>
      {makes.isPending ? (
        <DetailSkeleton lines={4} />
      ) : makes.isError ? (
        <ErrorPanel error={makes.error} onRetry={() => void makes.refetch()} />
      ) : make === undefined ? (
        <MakeChoice makes={makes.data} onChosen={setChosen} />
      ) : make.joins === 'appears' ? (
        <AppearingDevice make={make} />
      ) : code ? (
        <PairingCode code={code} onAgain={() => setCode(undefined)} />
      ) : (
        <PairForm onMade={setCode} />
      )}
      {!isAsked && make !== undefined && <MakesSwitchedOff makes={makes.data ?? []} />}
    </DetailPanel>
  )
}

function PairForm({ onMade }: { onMade: (code: Code) => void }) {
  const t = useText()
  const { mutate, error, isPending } = useMutation({ ...mutationOf(createPairingCode), onSuccess: onMade })
  return (
    <Form<Values>
      layout="vertical"
      requiredMark
      initialValues={{ name: '', location: '', direction: 'none', checksLiveness: true }}
      onFinish={(values) => mutate({ body: values })}
    >
      <p>{t('devices:pair.intro')}</p>
      {error && (
        <Notice kind="bad" title={errorText(error, t)}>
          <RequestId error={error} />
        </Notice>
      )}
      <FormContext value={formContext}>
        <FormField name="name" label={t('devices:pair.name')} hint={t('devices:pair.nameHint')}>
          <Input maxLength={64} autoComplete="off" />
        </FormField>
        <FormField name="location" label={t('devices:pair.location')}>
          <Input maxLength={128} autoComplete="off" />
        </FormField>
        <FormField name="direction" label={t('devices:pair.direction')}>
          <Select options={directions.map((value) => ({ value, label: t(`list:direction.${value}`) }))} />
        </FormField>
        <FormField name="checksLiveness" label={t('devices:pair.liveness')} hint={t('devices:pair.livenessHint')}>
          <FormSwitch label={t('devices:pair.liveness')} />
        </FormField>
      </FormContext>
      <Button type="primary" htmlType="submit" loading={isPending} block>
        {t('devices:pair.submit')}
      </Button>
    </Form>
  )
}

function PairingCode({ code, onAgain }: { code: Code; onAgain: () => void }) {
  const t = useText()
  const secondsLeft = useSecondsUntil(code.expiresAt)
  const joined = useJoined(code)
  if (joined) return <Joined device={joined} onAgain={onAgain} />
  const command = [
    `npm run terminal -- --pair ${code.code} --server ${location.origin}`,
    code.certificateFingerprint ? `--fingerprint ${code.certificateFingerprint}` : '',
    `--camera ${t('devices:pair.folder')}`,
  ]
    .filter(Boolean)
    .join(' ')
  const cameraHint = isSecureContext ? (isThisMachine() ? 'browserLocal' : undefined) : 'browserInsecure'
  if (secondsLeft <= 0) {
    return (
      <Notice
        kind="attention"
        title={t('devices:pair.over')}
        action={<Button onClick={onAgain}>{t('devices:pair.again')}</Button>}
      />
    )
  }
  return (
    <>
      <p className="tabular pair-left" role="timer">
        <StatusMark meaning="waiting">{t('devices:pair.waiting')}</StatusMark>
        {' · '}
        {t('devices:pair.left', { time: clock(secondsLeft) })}
      </p>
      <section className="pair-way">
        <h3>{t('devices:pair.forTerminal')}</h3>
        <p>{t('devices:pair.codeHint')}</p>
        <div className="pair-both">
          <CopyText text={code.code} what={t('devices:pair.codeLabel')}>
            <strong
              className="pair-code"
              aria-label={t('devices:pair.spoken', { code: [...code.code].join(' ') })}
              role="img"
            >
              {code.code}
            </strong>
          </CopyText>
          <QrCode text={code.code} name={t('devices:pair.qr')} size={112} />
        </div>
      </section>
      <section className="pair-way">
        <h3>{t('devices:pair.forTablet')}</h3>
        <p>{t('devices:pair.browserLabel')}</p>
        <div className="pair-command">
          <CopyText text={`${location.origin}/terminal`} what={t('devices:pair.browserLabel')} />
        </div>
        {cameraHint && <p className="pair-hint">{t(`devices:pair.${cameraHint}`)}</p>}
      </section>
      <section className="pair-way">
        <h3>{t('devices:pair.forProgram')}</h3>
        <p>{t('devices:pair.commandLabel')}</p>
        <div className="pair-command">
          <CopyText text={command} what={t('devices:pair.commandLabel')} />
        </div>
      </section>
      {code.certificateFingerprint && (
        <div>
          <p>{t('devices:pair.fingerprint')}</p>
          <CopyText text={code.certificateFingerprint} what={t('devices:pair.fingerprint')} />
        </div>
      )}
    </>
  )
}

function Joined({ device, onAgain }: { device: DeviceSummary; onAgain: () => void }) {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  return (
    <Notice kind="good" title={t('devices:pair.joined', { name: device.name })}>
      <>
        <p>{t('devices:pair.joinedText')}</p>
        <div className="device-commands">
          {can('staff.write') && (
            <Button type="primary" onClick={() => void navigate(pathTo('staff', { deptId: 0, below: 'new' }))}>
              {t('devices:pair.nextPerson')}
            </Button>
          )}
          <Button onClick={() => void navigate(pathTo('deviceList', { below: device.id }))}>
            {t('devices:pair.viewDevice', { name: device.name })}
          </Button>
          <Button onClick={onAgain}>{t('devices:pair.another')}</Button>
        </div>
      </>
    </Notice>
  )
}

/** The device that joined with this code. */
function useJoined(code: Code): DeviceSummary | undefined {
  const { data } = useQuery({
    ...queryOf(getPairingCode, { params: { id: code.id } }),
    // the live hint arrives at once; this is the fallback
    refetchInterval: 5_000,
    staleTime: 0,
  })
  return data?.device ?? undefined
}

function useSecondsUntil(at: string): number {
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((instantMs(at) - now) / 1_000))
}

/** Another device cannot reach this address. */
const isThisMachine = () => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname)

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
