import type { Area, Site } from '@gatehouse/contract/features/sites.ts'
import { MoreOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { currentLanguage } from '../../lib/language.ts'
import { useMenu } from '../../ui/menu/menu.tsx'
import { type AreaNode, areaTree, wayToArea } from './area-tree.ts'

type TreeNode = { key: string; title: string; area: Area | null; selectable: boolean; children: TreeNode[] }

/** The key of the root, which is no area: outside. */
const outside = 'outside'

const toNode = ({ area, children }: AreaNode): TreeNode => ({
  key: area.id,
  title: area.name,
  area,
  selectable: true,
  children: children.map(toNode),
})

/** A larger tree opens only to what is chosen. */
const maxOpen = 100

/** The actions on an area; absent for roles that only see it. */
export type AreaDeeds = { add: (inside: Area) => void; edit: (area: Area) => void; remove: (area: Area) => void }

type Props = {
  site: Site
  chosenId: string | undefined
  onChoose: (id: string | undefined) => void
  deeds?: AreaDeeds | undefined
}

/** The areas of a site inside one another, within outside. Choosing one shows its doors; a second time shows all again. */
export function AreaPanel({ site, chosenId, onChoose, deeds }: Props) {
  const t = useText()
  const [toggled, setToggled] = useState<string[] | null>(null)
  const outsideName = t('shared:outside')
  const { areas } = site
  const tree = useMemo<TreeNode[]>(() => {
    const whole = areaTree(areas, currentLanguage())
    return [{ key: outside, title: outsideName, area: null, selectable: false, children: whole ? [toNode(whole)] : [] }]
  }, [areas, outsideName])
  const [top] = areas
  const opened = useMemo(() => {
    const open = areas.length <= maxOpen ? areas : [...(top ? [top] : []), ...wayToArea(areas, chosenId ?? '')]
    return [outside, ...open.map(({ id }) => id)]
  }, [areas, top, chosenId])
  const chosen = areas.find(({ id }) => id === chosenId)
  const addInside = chosen ?? top
  return (
    <section className="site-areas" aria-label={t('sites:area.title')}>
      <div className="site-areas-head">
        <h2>{t('sites:area.title')}</h2>
        {deeds && addInside && (
          <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => deeds.add(addInside)}>
            {t('sites:area.add')}
          </Button>
        )}
      </div>
      <Tree<TreeNode>
        aria-label={t('sites:area.title')}
        blockNode
        virtual
        {...(areas.length > maxOpen ? { height: 560 } : {})}
        motion={false}
        treeData={tree}
        expandedKeys={toggled ?? opened}
        onExpand={(keys) => setToggled(keys.map(String))}
        selectedKeys={chosen ? [chosen.id] : []}
        onSelect={(keys) => onChoose(keys[0] === undefined ? undefined : String(keys[0]))}
        titleRender={({ title, area }) => (
          <span className="site-area" data-outside={area === null || undefined}>
            <span className="site-area-name" title={title}>
              {title}
            </span>
            {area && (
              <span className="site-area-count" title={t('sites:doorCount', { count: area.doorCount })}>
                {formatNumber(area.doorCount)}
              </span>
            )}
            {/* only the chosen one has its menu: a menu each would cost a large tree dearly */}
            {area && deeds && area.id === chosenId && <AreaMenu area={area} deeds={deeds} />}
          </span>
        )}
      />
      <p className="site-areas-words">
        {areas.length > 1 ? t(deeds ? 'sites:area.chooseToChange' : 'sites:area.choose') : t('sites:area.onlyWhole')}
      </p>
    </section>
  )
}

function AreaMenu({ area, deeds }: { area: Area; deeds: AreaDeeds }) {
  const t = useText()
  const isWhole = area.parentAreaId === null
  const { props, menu } = useMenu([
    { key: 'add', label: t('sites:area.addInside'), run: () => deeds.add(area) },
    { key: 'edit', label: t(isWhole ? 'sites:area.rename' : 'sites:area.edit'), run: () => deeds.edit(area) },
    // the whole site goes with the site
    ...(isWhole
      ? []
      : [
          {
            key: 'delete',
            label: t('sites:area.delete.deed'),
            isDangerous: true,
            isApart: true,
            run: () => deeds.remove(area),
          },
        ]),
  ])
  return (
    <>
      <button
        type="button"
        className="site-area-more"
        aria-label={t('sites:area.actions', { name: area.name })}
        // the arrows and Enter are those of the button here, not of the tree
        onKeyDown={(event) => event.stopPropagation()}
        {...props}
      >
        <MoreOutlined aria-hidden />
      </button>
      {menu}
    </>
  )
}
