// Runs before the first paint, so that nobody sees a light flash in the dark, nor a row height that jumps.
// The same keys and rules as src/ui/theme.ts, which takes over from here.
{
  const root = document.documentElement
  const systemDark = matchMedia('(prefers-color-scheme: dark)')
  const applyTheme = () => {
    const theme = localStorage.getItem('theme')
    root.dataset.theme = theme === 'dark' || (theme !== 'light' && systemDark.matches) ? 'dark' : 'light'
  }
  applyTheme()
  // pages that stand without the console: its own listener comes with it
  systemDark.addEventListener('change', applyTheme)
  // the login page and the pages for phones draw themselves: no shell of the console before them
  const isPhone = location.pathname.startsWith('/m/')
  const isInside = /(^|; )isInit=1/.test(document.cookie)
  if (isPhone || !isInside) root.className = 'bare'
  // the console can be installed; the pages for visitors and staff cannot
  if (!isPhone)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'manifest', href: '/manifest.webmanifest' }),
    )
  root.dataset.density = localStorage.getItem('density') === 'compact' ? 'compact' : 'comfortable'

  // What the entry will ask for, before it is there to ask (build/preloaded-files.ts; not while developing).
  const name = isPhone ? 'none' : isInside ? 'console' : 'login'
  const files = document.querySelector(`meta[name='early-${name}']`)?.getAttribute('content')
  for (const file of files ? files.split(' ') : []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/${file}` }))
  }
}
