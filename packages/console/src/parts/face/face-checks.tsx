import type { PortraitVerdict } from '@gatehouse/contract/features/portraits.ts'
import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { useText, type Text } from '../../i18n/i18n.ts'

export type PortraitCheck = PortraitVerdict['checks'][number]

type Unit = 'faces' | 'pixels' | 'degrees' | 'percent' | 'plain'

/** In which unit people read what the face engine measured (face/core/check-portrait.ts names the signals). */
const units: Readonly<Record<string, Unit>> = {
  faces: 'faces',
  size: 'pixels',
  yaw: 'degrees',
  pitch: 'degrees',
  white: 'percent',
  black: 'percent',
  softness: 'percent',
  eyesClosed: 'percent',
  mouthOpening: 'percent',
  coveredShare: 'percent',
}

function measured(signal: string, value: number, t: Text): string {
  const unit = units[signal] ?? 'plain'
  const shown =
    unit === 'percent' ? Math.round(value * 100) : unit === 'plain' ? Math.round(value * 10) / 10 : Math.round(value)
  return t(`form:portrait.unit.${unit}`, { value: String(shown) })
}

/** Every check with the measured and the required value; a failed one has advice. Failed ones first. */
export function FaceChecks({ checks }: { checks: readonly PortraitCheck[] }) {
  const t = useText()
  const sorted = checks.toSorted((a, b) => Number(a.passed) - Number(b.passed))
  return (
    <ul className="face-checks">
      {sorted.map((check) => (
        <li key={check.check} data-passed={check.passed}>
          {check.passed ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}
          <span className="face-check-words">
            <strong>{t(`form:portrait.check.${check.check}`)}</strong>
            <span className="face-check-value">
              {t('form:portrait.measured', {
                value: measured(check.signal, check.value, t),
                limit: t(`form:portrait.bound.${check.bound}`, { limit: measured(check.signal, check.limit, t) }),
              })}
            </span>
            {!check.passed && <span>{t(`form:portrait.advice.${check.check}`)}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
