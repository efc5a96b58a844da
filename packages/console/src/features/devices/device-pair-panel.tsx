import { createPairingCode, type DeviceSummary, directions, listDevices } from '@gatehouse/contract/features/devices.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Select } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { instantMs, nowMs } from '../../lib/clock.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { DetailPanel } from '../../ui/detail-panel.tsx'
import { errorText } from '../../ui/error-text.ts'
import { RequestId } from '../../ui/error-panel.tsx'
import { FormContext } from '../../ui/form-context.ts'
import { FormField } from '../../ui/form-field.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import './devices.css'

type Code = Reply<typeof createPairingCode>
/** What the fields of the form know of it; nothing in it holds it back. */
const formContext = { schema: createPairingCode.body, hold: () => {} }

/** The newest devices: one that joins is the first of them. */
const newest = { sort: 'createdAt', order: 'desc', size: 20 } as const

type Values = { name: string; location: string; direction: (typeof directions)[number] }

/** `known`: the newest devices before the code was made. */
type Asked = { code: Code; values: Values; known: readonly string[] }

/** Adding a device: say where it stands, get a code, watch it join. */
export function DevicePairPanel() {
  const t = useText()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [asked, setAsked] = useState<Asked>()
  const close = useCallback(
    () => void navigate({ pathname: '/device/list', search: params.toString() }),
    [navigate, params],
  )
  return (
    <DetailPanel title={t('devices:pair.title')} onClose={close}>
      {asked ? <PairingCode {...asked} onAgain={() => setAsked(undefined)} /> : <PairForm onAsked={setAsked} />}
    </DetailPanel>
  )
}

function PairForm({ onAsked }: { onAsked: (asked: Asked) => void }) {
  const t = useText()
  const [error, setError] = useState<unknown>()
  const [isAsking, setIsAsking] = useState(false)
  const ask = async (values: Values) => {
    setIsAsking(true)
    setError(undefined)
    try {
      const before = await call(listDevices, { query: newest })
      const code = await call(createPairingCode, { body: values })
      onAsked({ code, values, known: before.items.map(({ id }) => id) })
    } catch (failure) {
      setError(failure)
    } finally {
      setIsAsking(false)
    }
  }
  return (
    <Form<Values>
      layout="vertical"
      requiredMark={false}
      initialValues={{ name: '', location: '', direction: 'none' }}
      onFinish={(values) => void ask(values)}
    >
      <p>{t('devices:pair.intro')}</p>
      {error !== undefined && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={errorText(error, t)}
          description={<RequestId error={error} />}
          style={{ marginBottom: 16 }}
        />
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
      </FormContext>
      <Button type="primary" htmlType="submit" loading={isAsking} block>
        {t('devices:pair.submit')}
      </Button>
    </Form>
  )
}

function PairingCode({ code, values, known, onAgain }: Asked & { onAgain: () => void }) {
  const t = useText()
  const secondsLeft = useSecondsUntil(code.expiresAt)
  const joined = useJoined(code, values.name, known)
  if (joined) return <Joined device={joined} onAgain={onAgain} />
  const command = [
    `npm run terminal -- --pair ${code.code} --server ${location.origin}`,
    code.certificateFingerprint ? `--fingerprint ${code.certificateFingerprint}` : '',
    `--camera ${t('devices:pair.folder')}`,
  ]
    .filter(Boolean)
    .join(' ')
  if (secondsLeft <= 0) {
    return (
      <Alert
        type="warning"
        showIcon
        title={t('devices:pair.over')}
        action={<Button onClick={onAgain}>{t('devices:pair.again')}</Button>}
      />
    )
  }
  return (
    <>
      <p>{t('devices:pair.codeHint')}</p>
      <CopyText text={code.code} what={t('devices:pair.codeLabel')}>
        <strong
          className="pair-code"
          aria-label={t('devices:pair.spoken', { code: [...code.code].join(' ') })}
          role="img"
        >
          {code.code}
        </strong>
      </CopyText>
      <p className="tabular" role="timer">
        {t('devices:pair.left', { time: clock(secondsLeft) })}
      </p>
      <StatusMark meaning="waiting">{t('devices:pair.waiting')}</StatusMark>
      <div>
        <p>{t('devices:pair.commandLabel')}</p>
        <div className="pair-command">
          <CopyText text={command} what={t('devices:pair.commandLabel')} />
        </div>
      </div>
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
  const navigate = useNavigate()
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      title={t('devices:pair.joined', { name: device.name })}
      description={
        <>
          <p>{t('devices:pair.joinedText')}</p>
          <div className="device-commands">
            <Button type="primary" onClick={() => void navigate(`/device/list/${device.id}`)}>
              {t('devices:pair.openDevice', { name: device.name })}
            </Button>
            <Button onClick={onAgain}>{t('devices:pair.another')}</Button>
          </div>
        </>
      }
    />
  )
}

/** The device that joined since the code was made: under the name it was given, and not there before. */
function useJoined(code: Code, name: string, known: readonly string[]): DeviceSummary | undefined {
  const { data } = useQuery({
    queryKey: ['devices', 'joined', code.code],
    queryFn: ({ signal }) => call(listDevices, { query: newest }, { signal }),
    select: ({ items }) => items.find((device) => device.name === name && !known.includes(device.id)),
    // the live hint tells at once; this is for when it is lost
    refetchInterval: 5_000,
    staleTime: 0,
  })
  return data
}

function useSecondsUntil(at: string): number {
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((instantMs(at) - now) / 1_000))
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
