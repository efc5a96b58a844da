import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressed } from '../../scripts/compressed.ts'
import { appIcons } from './build/app-icons.ts'
import { appWorker } from './build/app-worker.ts'
import { reachOf } from './build/chunk-reach.ts'
import { preloadedFiles } from './build/preloaded-files.ts'
import { help } from './build/help-pages.ts'
import { listsStaySmall } from './build/lists-stay-small.ts'
import { leanComponents } from './build/lean-components.ts'
import { plainRoutes } from './build/plain-routes.ts'
import { stewardWorker } from './build/steward-worker.ts'

const server = process.env['GATEHOUSE_SERVER'] ?? 'http://localhost:8080'

/** Libraries that a page may not load, by what it is opened by: not even in a file that it shares with others. */
const bounds: { entry: RegExp; strangers: RegExp }[] = [
  // The login page has React and nothing else (its goal: 80 kB of script).
  {
    entry: /console\/index\.html$|\/open-login\.tsx$/,
    strangers: /node_modules\/(?!(react|react-dom|scheduler)\/)/,
  },
  // Phones wait for no component library.
  {
    entry: /open-phone\.tsx$|-phone-page\.tsx$|\/registrations-phone\//,
    strangers: /node_modules\/(antd|@rc-component)\//,
  },
  // Lists, what comes ahead of a press there, and the words of forms that every page has (aim of a list: 320 kB of script and style).
  {
    entry:
      /\/(staff\/staff|records\/records|devices\/devices|visitors\/visitors|alarms\/alarms|days\/records|registrations\/registrations|account\/accounts|policies\/policies|staff-groups|visitor-groups|blacklist-groups|lockdown\/lockdowns|inside\/inside|muster\/musters|reports\/statistics)-page\.tsx$|\/list-filters-panel\.tsx$|\/i18n\/[\w-]+\/form\.ts$/,
    strangers:
      /node_modules\/(antd\/es\/(form\/Form\.|date-picker\/generatePicker)|@rc-component\/(drawer|select|tabs|tree|virtual-list)\/)/,
  },
]

/** A module shared with the console can drag a whole library in: then the build fails, and says which. */
function smallPagesStaySmall(): Plugin {
  return {
    name: 'gatehouse-small-pages-stay-small',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const { entry, strangers } of bounds) {
        const opened = chunks.filter(({ facadeModuleId }) => facadeModuleId && entry.test(facadeModuleId))
        if (opened.length === 0) this.error(`Nothing is opened by ${entry}`)
        for (const { fileName, name } of opened) {
          const reached = reachOf(chunks, fileName)
          const found = chunks
            .filter((chunk) => reached.has(chunk.fileName))
            .flatMap(({ moduleIds }) => moduleIds)
            .filter((id) => strangers.test(id))
          if (found.length > 0) this.error(`${name} would load ${found.slice(0, 5).join(', ')} …`)
        }
      }
    },
  }
}

/** From what everything needs to what few need. */
const layers: [name: string, test: RegExp][] = [
  ['react', /node_modules\/(react|react-dom|scheduler)\//],
  ['entry', /console\/src\/main\.tsx/],
  // What the login page shares with the console, and with the library of schemas nothing does.
  [
    'base',
    /console\/src\/(lib\/(clock-page|documentation-path|format-date|language-names|licence-losses|password-rule|rsa)|ui\/page\/dated)\.|contract\/src\/licence-bounds\./,
  ],
  // The rest of what pages and phones share, which the login page waits for in vain.
  ['lib', /console\/src\/lib\//],
  ['zod', /node_modules\/zod\//],
  // Every page looks at the names of dropped files; what is done with a picture comes with its field.
  ['picture-file', /console\/src\/parts\/face\/(picture-file|dropped-face)\./],
  // What the pages for phones share with the console.
  [
    'contract',
    /contract\/src\/(route|fields|paging|features\/person-groups)\.ts|engine\/src\/(door|passage)\/vocabulary\.ts/,
  ],
  // The texts of forms, which every page has, name these; the forms themselves do not come with them.
  ['form-words', /contract\/src\/texts\/(field-labels|problems)\.ts/],
  ['staff', /contract\/src\/(country-codes|features\/staff)\.ts/],
  // Visitors and the search ask for portraits, too; the pages for phones do not come with these.
  ['portraits', /contract\/src\/features\/(people\/person-portraits|portraits\/sent-portraits)\./],
  ['phone', /console\/src\/(parts\/phone\/|i18n\/phone-texts)/],
  // What the entry begins with before the console is there.
  ['pages', /console\/src\/app\/features\.ts/],
  ['console', /console\/src\/app\/open-console\.tsx/],
  [
    'page',
    /console\/src\/(ui\/page\/(page-header|detail-lazy-panel)|ui\/feedback\/(status-mark|error-panel|toast|confirm)|parts\/face\/face-thumbnail)\./,
  ],
  ['list', /console\/src\/ui\/list\/(list-page|list-url-state|list-link|list-panel-route)\./],
  // Moments and skeletons stand in lists, too, the plus is in their heads, and some show a period, a choice or what can be copied.
  [
    'detail',
    /console\/src\/ui\/detail\/(detail-instant|detail-skeleton)\.|icons\/(Plus|Check|Copy|Calendar|Down)Outlined\./,
  ],
  // What places menus and hints, which few of the lists have.
  ['placed', /node_modules\/@rc-component\/trigger\//],
  ['panel', /console\/src\/ui\/detail\/(detail-panel|detail-list)\./],
  ['form', /console\/src\/ui\/form\/(form-panel|form-field)\./],
  ['calendar', /console\/src\/ui\/(list\/list-period|form\/form-instant)\./],
  // Each of these is there on every page: ours with the component library's and the calendar's.
  ['texts-en', /i18n\/en\/(frame|menu|bell|list|shared)\.ts|locale\/(en_GB|en-gb)\.js/],
  ['texts-zh', /i18n\/zh\/(frame|menu|bell|list|shared)\.ts|locale\/(zh_CN|zh-cn)\.js/],
  ['texts-zh-tw', /i18n\/zh-tw\/(frame|menu|bell|list|shared)\.ts|locale\/(zh_TW|zh-tw)\.js/],
]

/** A file that was moved or renamed falls out of its layer without a word: each name in a pattern takes a module, or the build fails. */
function layersTakeWhatTheyName(): Plugin {
  return {
    name: 'gatehouse-layers-take-what-they-name',
    apply: 'build',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      for (const [layer, test] of layers)
        for (const name of namesIn(test))
          if (!modules.some((id) => test.test(id) && id.includes(name)))
            this.error(`The layer ${layer} finds no ${name}`)
    },
  }
}

/** The words between the signs of a pattern: `list-page` and `form` of `/ui\/(form\/|list-page)\./`. */
const namesIn = ({ source }: RegExp): string[] => source.match(/[\w-]{2,}/g) ?? []

export default defineConfig({
  plugins: [
    react(),
    help(),
    leanComponents(),
    plainRoutes(),
    smallPagesStaySmall(),
    listsStaySmall(),
    layersTakeWhatTheyName(),
    preloadedFiles(),
    stewardWorker(),
    appIcons(),
    appWorker(),
    compressed(),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 2_048,
    manifest: true,
    // A browser without it (Safari before 17) loads the same files a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name}-[hash].js`,
        // In layers: each group takes its modules with all that they import, unless a group above it has it already. So no
        // file waits for one below it, a page loads few of them, and none has what no page of its kind needs.
        codeSplitting: {
          groups: layers.map(([name, test], index) => ({ name, test, priority: layers.length - index })),
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/public': server,
      // what terminals call; `/device/list` and `/device/alarm` are pages
      '/device/v1': server,
      '/mqtt': { target: server, ws: true },
    },
  },
})
