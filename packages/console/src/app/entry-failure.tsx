import type { Language } from '@gatehouse/contract/envelope.ts'
import { currentLanguage } from '../lib/language.ts'
import './entry-failure.css'

/** Here, not in a catalog: what is shown when the catalogs, too, did not come (NAV-10). */
const texts: Record<Language, { title: string; text: string; reload: string }> = {
  en: {
    title: 'The console did not load',
    text: 'Check the network to the server. The console may also just have been upgraded.',
    reload: 'Load again',
  },
  zh: {
    title: '控制台未能加载',
    text: '请检查与服务器之间的网络；也可能控制台刚刚升级。',
    reload: '重新加载',
  },
  'zh-tw': {
    title: '控制台無法載入',
    text: '請檢查與伺服器之間的網路；也可能控制台剛完成升級。',
    reload: '重新載入',
  },
}

export function EntryFailure({ error }: { error: unknown }) {
  const { title, text, reload } = texts[currentLanguage()]
  return (
    <main className="entry-failure" role="alert">
      <h1>{title}</h1>
      <p>{text}</p>
      <button type="button" onClick={() => location.reload()}>
        {reload}
      </button>
      {error instanceof Error && <small>{error.message}</small>}
    </main>
  )
}
