import { useContext, useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { FormContext } from '../../../ui/form/form-context.ts'
import { type VisitPreset, visitPresets } from '../visitor-period.ts'

const presets = ['today', 'tomorrow', 'week'] as const

/** Sets the period of a visit to one that most visits have; it can be changed afterwards. */
export function VisitPresets({ initial }: { initial: VisitPreset }) {
  const t = useText()
  const { fill } = useContext(FormContext)
  const [chosen, setChosen] = useState(initial)
  return (
    <div className="visit-presets" role="group" aria-label={t('visitors:preset.title')}>
      {presets.map((preset) => (
        <button
          key={preset}
          type="button"
          aria-pressed={chosen === preset}
          onClick={() => {
            setChosen(preset)
            fill(visitPresets[preset]())
          }}
        >
          {t(`visitors:preset.${preset}`)}
        </button>
      ))}
    </div>
  )
}
