// Runs before the first paint, so that nobody sees a light flash in the dark, nor a row height that jumps.
// The same keys and rules as src/ui/theme.ts, which takes over from here.
{
  const root = document.documentElement
  const theme = localStorage.getItem('theme')
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = isDark ? 'dark' : 'light'
  // the login page and the pages for phones draw themselves: no shell of the console before them
  if (location.pathname.startsWith('/m/') || !/(^|; )isInit=1/.test(document.cookie)) root.className = 'bare'
  root.dataset.density = localStorage.getItem('density') === 'compact' ? 'compact' : 'comfortable'
}
