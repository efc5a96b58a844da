import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { nameLabel } from '../../ui/form/name-label.ts'
import { placesInside } from './inside-queries.ts'
import { areaNodes } from './places-panel.tsx'

/** `areaId` null: outside; undefined: not chosen yet. */
export type Correction = { areaId: string | null | undefined; reason: string }

const outside = 'outside'

/** The place where people really are, and the reason for saying so. */
export function CorrectFields({ onChange }: { onChange: (correction: Correction) => void }) {
  const t = useText()
  const [siteId, setSiteId] = useState(outside)
  const [areaId, setAreaId] = useState<string>()
  const [reason, setReason] = useState('')
  const { data } = useQuery(placesInside(siteId === outside ? undefined : siteId))
  const areas = data?.siteId === siteId ? areaNodes(data.areas) : []
  const top = areas[0]?.area.id
  const say = (next: { siteId: string; areaId: string | undefined; reason: string }) => {
    setSiteId(next.siteId)
    setAreaId(next.areaId)
    setReason(next.reason)
    onChange({ areaId: next.siteId === outside ? null : next.areaId, reason: next.reason })
  }
  // The site as a whole is chosen as soon as its areas are known.
  if (siteId !== outside && areaId === undefined && top !== undefined) say({ siteId, areaId: top, reason })
  return (
    <div className="inside-correct">
      <label htmlFor="correct-site">{t('inside:correct.place')}</label>
      <Select
        labelRender={nameLabel}
        id="correct-site"
        value={siteId}
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          { value: outside, label: t('shared:outside') },
          ...(data?.sites ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(next: string) => say({ siteId: next, areaId: undefined, reason })}
      />
      {siteId !== outside && (
        <>
          <label htmlFor="correct-area">{t('inside:correct.area')}</label>
          <Select
            id="correct-area"
            value={areaId ?? null}
            showSearch={{ optionFilterProp: 'label' }}
            options={choicesOf(areas)}
            onChange={(next: string | null) => say({ siteId, areaId: next ?? undefined, reason })}
          />
        </>
      )}
      <label htmlFor="correct-reason">{t('inside:correct.reason')}</label>
      <Input
        id="correct-reason"
        maxLength={255}
        autoComplete="off"
        placeholder={t('inside:correct.reasonHint')}
        value={reason}
        onChange={({ target }) => say({ siteId, areaId, reason: target.value })}
      />
    </div>
  )
}

/** The areas in the order of the tree, each as deep as it lies. */
const choicesOf = (nodes: ReturnType<typeof areaNodes>, depth = 0): { value: string; label: string }[] =>
  nodes.flatMap(({ area, children }) => [
    { value: area.id, label: `${'\u2003'.repeat(depth)}${area.name}` },
    ...choicesOf(children, depth + 1),
  ])
