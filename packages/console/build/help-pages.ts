import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { languages, type Language } from '@gatehouse/contract/envelope.ts'
import { menu } from '@gatehouse/contract/navigation.ts'
import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import { menu as menuEn } from '../src/i18n/en/menu.ts'
import { menu as menuZhTw } from '../src/i18n/zh-tw/menu.ts'
import { menu as menuZh } from '../src/i18n/zh/menu.ts'

/** The help that is shipped: Markdown of our own, `<language>/<document>.md`, and of each page in the menu `pages/<page>/<language>.md`. */
const folder = join(import.meta.dirname, '../../../docs/help')

const words = {
  en: {
    tag: 'en',
    own: 'English',
    language: 'Language',
    documents: 'Documents',
    chapters: 'Chapters',
    enter: 'Sign in',
  },
  zh: { tag: 'zh-CN', own: '简体中文', language: '语言', documents: '文档', chapters: '章节', enter: '登录' },
  'zh-tw': { tag: 'zh-TW', own: '繁體中文', language: '語言', documents: '文件', chapters: '章節', enter: '登入' },
} as const satisfies Record<Language, Record<string, string>>

/** In the order of the bar. */
const documents = ['index', 'introduction', 'open-platform', 'help', 'privacy', 'terms']
/** A page for each make of terminals that needs one: the help on devices leads to them. */
const makes = ['help-zkteco']

const chapters = menu.map(({ name }) => `help-${name}`)

const menuTexts = { en: menuEn, zh: menuZh, 'zh-tw': menuZhTw } as const satisfies Record<Language, object>

type Source = { language: Language; name: string; title: string; text: string }

/** Address to page, for every language. Whatever stands in our Markdown is trusted: it is ours. */
export function helpPages(): Map<string, string> {
  const pages = new Map<string, string>()
  for (const language of languages) {
    const sources = readSources(language)
    for (const source of sources) pages.set(`docs/${language}/${source.name}.html`, pageOf(source, sources))
  }
  return pages
}

function readSources(language: Language): Source[] {
  const pages: readonly string[] = menu.flatMap(({ entries }) => [...entries])
  const strangers = [
    ...readdirSync(join(folder, language)).filter((file) => ![...documents, ...makes].includes(basename(file, '.md'))),
    ...readdirSync(join(folder, 'pages')).filter((page) => !pages.includes(page)),
  ]
  if (strangers.length > 0) throw new Error(`docs/help has pages that no list names: ${strangers.join(', ')}`)
  return [
    ...[...documents, ...makes].map((name) => {
      const text = readFileSync(join(folder, language, `${name}.md`), 'utf8')
      return { language, name, text, title: /^# (.+)$/m.exec(text)?.[1] ?? name }
    }),
    ...menu.map((group) => chapterOf(language, group)),
  ]
}

/** A chapter of the help is a heading of the menu with the sections of its pages, in the order of the menu. */
function chapterOf(language: Language, { name, entries }: (typeof menu)[number]): Source {
  const title = menuTexts[language].groups[name]
  const sections = entries.map((page) => readFileSync(join(folder, 'pages', page, `${language}.md`), 'utf8'))
  return { language, name: `help-${name}`, title, text: [`# ${title}\n`, ...sections].join('\n') }
}

const marked = new Marked({
  renderer: {
    /** `## Device list {#deviceList}`: the id is the name of the console's page, which leads here. */
    heading({ tokens, depth }: Tokens.Heading) {
      const [, words = '', id] = /^(.*?)(?:\s*\{#(\w+)\})?$/s.exec(this.parser.parseInline(tokens)) ?? []
      return `<h${depth}${id ? ` id="${id}"` : ''}>${words}</h${depth}>\n`
    },
  },
})

function pageOf({ language, name, title, text }: Source, all: readonly Source[]): string {
  const { tag, enter } = words[language]
  const link = (source: Source) =>
    `<a href="${source.name}.html"${source.name === name ? ' aria-current="page"' : ''}>${source.title}</a>`
  const listed = (names: readonly string[]) =>
    all
      .filter((source) => names.includes(source.name))
      .map(link)
      .join('')
  const tongues = languages
    .map((other) => {
      const current = other === language ? ' aria-current="true"' : ''
      return `<a href="../${other}/${name}.html" lang="${words[other].tag}"${current}>${words[other].own}</a>`
    })
    .join('')
  const isHelp = name.startsWith('help')
  return `<!doctype html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${name === 'index' ? title : `${title} – Gatehouse`}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<header>
<a class="brand" href="index.html"><img src="/favicon.svg" alt="" width="28" height="28">Gatehouse</a>
<nav aria-label="${words[language].language}">${tongues}</nav>
<a class="back" href="/login">${enter}</a>
</header>
<nav class="documents" aria-label="${words[language].documents}">${listed(documents)}</nav>
${isHelp ? `<nav class="chapters" aria-label="${words[language].chapters}">${listed(chapters)}</nav>\n` : ''}<main>
${marked.parse(text, { async: false })}</main>
</body>
</html>
`
}

/** Puts the help beside the console's files; while developing it is made anew at each visit. */
export function help(): Plugin {
  return {
    name: 'gatehouse-help',
    configureServer(server) {
      server.watcher.add(folder)
      server.middlewares.use((request, response, next) => {
        const page = helpPages().get(request.url?.slice(1).replace(/[?#].*/, '') ?? '')
        if (page === undefined) return next()
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(page)
      })
    },
    generateBundle() {
      for (const [fileName, source] of helpPages()) this.emitFile({ type: 'asset', fileName, source })
    },
  }
}
