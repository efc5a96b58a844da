import { MinusOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useText } from '../../../i18n/i18n.ts'
import { keyOf, toggleOutline } from './plan-edits.ts'
import type { PlanEditor } from './use-plan-editor.ts'

const zooms = [1, 1.5, 2, 3, 4] as const

type Props = { editor: PlanEditor; zoom: number; onZoom: (zoom: number) => void }

/** The actions on the changes of a plan, and how near one looks. */
export function PlanToolbar({ editor, zoom, onZoom }: Props) {
  const t = useText()
  const nearer = zooms.find((one) => one > zoom)
  const farther = zooms.findLast((one) => one < zoom)
  return (
    <div className="plan-toolbar" role="toolbar" aria-label={t('sites:plan.tools')}>
      <Button icon={<UndoOutlined aria-hidden />} disabled={!editor.isDirty} onClick={editor.undo}>
        {t('sites:plan.undo')}
      </Button>
      <Button
        icon={<MinusOutlined />}
        aria-label={t('sites:plan.zoomOut')}
        disabled={farther === undefined}
        onClick={() => onZoom(farther ?? 1)}
      />
      <span className="tabular">{t('sites:plan.zoom', { percent: zoom * 100 })}</span>
      <Button
        icon={<PlusOutlined />}
        aria-label={t('sites:plan.zoomIn')}
        disabled={nearer === undefined}
        onClick={() => onZoom(nearer ?? zoom)}
      />
      <Button
        type="primary"
        className="plan-save"
        disabled={!editor.isDirty || editor.isBehind}
        loading={editor.isSaving}
        onClick={() => void editor.save()}
      >
        {t('sites:plan.save')}
      </Button>
    </div>
  )
}

/** The actions on what is chosen on the plan: below it, so that it does not move under the pointer. */
export function ChosenDeeds({ editor }: Pick<Props, 'editor'>) {
  const t = useText()
  const chosen = editor.edits.places.find((place) => keyOf(place) === editor.chosenKey)
  if (!chosen) return null
  return (
    <div className="plan-deeds" role="group" aria-label={chosen.name}>
      <span className="plan-chosen">{chosen.name}</span>
      {chosen.kind === 'area' && (
        <Button onClick={() => editor.change((edits) => toggleOutline(edits, keyOf(chosen)))}>
          {t(chosen.corners ? 'sites:plan.outline.remove' : 'sites:plan.outline.add')}
        </Button>
      )}
      <Button onClick={() => editor.remove(keyOf(chosen))}>{t('sites:plan.takeOff')}</Button>
    </div>
  )
}
