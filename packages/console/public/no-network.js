// The page that stands in for the console without a network: it goes as soon as there is one. The language that was chosen comes alone.
{
  const tags = new Map([
    ['en', 'en'],
    ['zh', 'zh-CN'],
    ['zh-tw', 'zh-TW'],
  ])
  const chosen = tags.get(localStorage.getItem('language') ?? '')
  addEventListener('DOMContentLoaded', () => {
    if (!chosen) return
    document.documentElement.lang = chosen
    for (const part of document.querySelectorAll('body [lang]')) if (part.lang !== chosen) part.remove()
    const link = document.querySelector('a')
    link.textContent = link.textContent.replaceAll('·', '').trim()
  })
  addEventListener('online', () => location.reload())
}
