import { Modal } from 'antd'
import { useEffect, useSyncExternalStore } from 'react'
import { useText } from '../i18n/i18n.ts'
import { RequestId } from '../ui/feedback/error-panel.tsx'
import { errorText } from '../ui/feedback/error-text.ts'
import { leaveConsole } from './leave-console.ts'
import { onSessionFailure, sessionFailure } from './session-failure.ts'

/** Specification section 9: after this time the alert does what its button does. */
export const leaveAfterMs = 3_000

const hidden = { style: { display: 'none' } }
const mask = { closable: false }

/** Says why the session ends, and leads to the login page after OK or 3 seconds (LOGIN-12, NAV-08). */
export function SessionAlert() {
  const t = useText()
  const failure = useSyncExternalStore(onSessionFailure, sessionFailure)

  useEffect(() => {
    if (!failure) return
    const timer = setTimeout(leave, leaveAfterMs)
    return () => clearTimeout(timer)
  }, [failure])

  if (!failure) return null
  const isSession = failure.kind === 'session'
  return (
    <Modal
      open
      title={isSession ? t('errors:session.title') : t('errors:server.title')}
      onOk={leave}
      okText={t('errors:ok')}
      closable={false}
      keyboard={false}
      mask={mask}
      cancelButtonProps={hidden}
      width={420}
    >
      <div role="alert">
        <p>{isSession ? t('errors:session.text') : errorText(failure.error, t)}</p>
        {!isSession && (
          <p>
            {t('errors:server.next')} <RequestId error={failure.error} />
          </p>
        )}
      </div>
    </Modal>
  )
}

const leave = () => leaveConsole({ keepsPlace: true })
