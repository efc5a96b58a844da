import type { Area } from '@gatehouse/contract/features/sites.ts'
import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { type AreaNode, areasWithin, areaTree } from './area-tree.ts'

type Choice = { value: string; title: string; disabled: boolean; children: Choice[] }

/** A value of the field for what is no area. */
const outside = 'outside'

const choiceOf = ({ area, children }: AreaNode, barred: ReadonlySet<string>): Choice => ({
  value: area.id,
  title: area.name,
  disabled: barred.has(area.id),
  children: children.map((child) => choiceOf(child, barred)),
})

type Props = {
  id?: string
  value?: string | undefined
  onChange?: (id: string | undefined) => void
  areas: readonly Area[]
  /** It and all inside it cannot be chosen: nothing moves into itself. */
  except?: string
  /** A choice with the outside, for which undefined stands. */
  withOutside?: boolean
}

/** Chooses one area of a site; a form gives value and onChange. */
export function AreaSelect({ id, value, onChange, areas, except, withOutside = false }: Props) {
  const t = useText()
  const outsideName = t('shared:outside')
  const choices = useMemo(() => {
    const whole = areaTree(areas, currentLanguage())
    const inside = whole ? [choiceOf(whole, except ? areasWithin(areas, except) : new Set())] : []
    return withOutside ? [{ value: outside, title: outsideName, disabled: false, children: inside }] : inside
  }, [areas, except, withOutside, outsideName])
  return (
    <TreeSelect<string | undefined>
      {...(id && { id })}
      value={value ?? (withOutside ? outside : undefined)}
      onChange={(next: string | undefined) => onChange?.(next === outside ? undefined : next)}
      treeData={choices}
      treeDefaultExpandAll
      showSearch
      treeNodeFilterProp="title"
    />
  )
}
