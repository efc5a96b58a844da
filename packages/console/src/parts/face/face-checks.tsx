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

/** Each failed check with what was measured, what is required and what helps; the passed ones stand in one line that opens. */
export function FaceChecks({ checks }: { checks: readonly PortraitCheck[] }) {
  const t = useText()
  const failed = checks.filter((check) => !check.passed)
  const passed = checks.filter((check) => check.passed)
  return (
    <div className="face-checks">
      {failed.length > 0 && (
        <ul>
          {failed.map((check) => (
            <li key={check.check}>
              <CloseCircleFilled aria-hidden />
              <span className="face-check-words">
                <strong>{t(`form:portrait.check.${check.check}`)}</strong>
                <span className="face-check-value">
                  {t('form:portrait.measured', {
                    what: t(`form:portrait.measure.${check.check}`),
                    value: measured(check.signal, check.value, t),
                    limit: t(`form:portrait.bound.${check.bound}`, { limit: measured(check.signal, check.limit, t) }),
                  })}
                </span>
                <span>{t(`form:portrait.advice.${check.check}`)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {passed.length > 0 && (
        <details>
          <summary>{t('form:portrait.passed', { count: passed.length })}</summary>
          <ul>
            {passed.map(({ check }) => (
              <li key={check}>
                <CheckCircleFilled aria-hidden />
                {t(`form:portrait.check.${check}`)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
