import { Tabs } from 'antd'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useSearchParams } from 'react-router'

type Tab = { key: string; label: ReactNode; content: ReactNode }

/** Tabs whose choice is in the address (`?tab=people`), so that it can be linked; the first one needs no parameter. */
export function DetailTabs({ tabs }: { tabs: readonly [Tab, ...Tab[]] }) {
  const box = useRef<HTMLDivElement>(null)
  const [params, setParams] = useSearchParams()
  useTabsOnlyInTabList(box)
  const chosen = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0]
  const choose = (key: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (key === tabs[0].key) next.delete('tab')
        else next.set('tab', key)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <div ref={box}>
      <Tabs
        activeKey={chosen.key}
        onChange={choose}
        destroyOnHidden
        // so that three fit on a phone
        tabBarGutter={20}
        items={tabs.map(({ key, label, content }) => ({ key, label, children: content }))}
      />
    </div>
  )
}

/** The library's list of tabs also contains the button "more" of narrow windows, which is not a tab: the role goes to the element with tabs only. */
function useTabsOnlyInTabList(box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const bar = box.current?.querySelector('.ant-tabs-nav')
    bar?.setAttribute('role', 'presentation')
    bar?.removeAttribute('aria-orientation')
    box.current?.querySelector('.ant-tabs-nav-list')?.setAttribute('role', 'tablist')
  }, [box])
}
