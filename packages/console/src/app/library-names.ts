import { useEffect } from 'react'
import type { TextKey } from '../i18n/text.ts'
import type { Text } from '../i18n/i18n.ts'

/** Parts that the component library calls by an English word or by their icon ("close-circle") in every language. */
const parts: readonly (readonly [selector: string, name: TextKey])[] = [
  ['.ant-select-clear, .ant-input-clear-icon', 'frame:library.clear'],
  ['.ant-input-number-action-up', 'frame:library.increase'],
  ['.ant-input-number-action-down', 'frame:library.decrease'],
  ['.ant-pagination-prev > button', 'frame:library.previous'],
  ['.ant-pagination-next > button', 'frame:library.next'],
  ['.ant-input-search-btn', 'frame:library.search'],
  ['.anticon-loading:not([aria-hidden])', 'frame:library.loading'],
]

/** Other icons are next to words or inside a button with a name. */
const mereIcons = '.anticon[role=img]:not([aria-hidden], .anticon-loading)'

/** A screen reader announces the library's parts in the language of the page, and no names of icons. */
export function useLibraryNames(t: Text) {
  useEffect(() => {
    const name = () => {
      for (const [selector, key] of parts) {
        for (const part of document.querySelectorAll(selector)) part.setAttribute('aria-label', t(key))
      }
      for (const icon of document.querySelectorAll(mereIcons)) icon.setAttribute('aria-hidden', 'true')
    }
    name()
    const observer = new MutationObserver(name)
    // attributes are not observed: naming a part does not lead here again
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [t])
}
