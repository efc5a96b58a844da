import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** A link outside of the router's own framework fetches nothing ahead. */
const noFramework = `import { createContext } from 'react'
export const FrameworkContext = createContext(undefined)
export const PrefetchPageLinks = () => null
export const mergeRefs = (ref) => ref
const nothing = [false, undefined, {}]
export const usePrefetchBehavior = () => nothing`

/** The bounds of a schema are read where a form shows them; as JSON Schema only the server tells it. */
const zodProcessors = join(dirname(fileURLToPath(import.meta.resolve('zod'))), 'v4/core/json-schema-processors.js')
const noJsonSchema = [
  `export { aggregateChecks } from ${JSON.stringify(zodProcessors)}`,
  'const none = () => undefined',
  ...[...readFileSync(zodProcessors, 'utf8').matchAll(/^export const (\w+Processor)\b/gm)].map(
    ([, name]) => `export const ${name} = none`,
  ),
].join('\n')

/**
 * Where a file of a library asks for a large part and needs little of it: what that little is. A new version of the library that
 * goes another way makes the build larger, and breaks nothing.
 */
const uses: readonly { importer: string; source: string; code: string }[] = [
  // Buttons ask whether they stand in a form.
  {
    importer: '/antd/es/form/context.js',
    source: '@rc-component/form',
    code: `export { FormProvider } from '@rc-component/form/es/FormContext'`,
  },
  // Every page has its messages from the library, and none of its notices in the corner.
  {
    importer: '/antd/es/app/App.js',
    source: '../notification/useNotification',
    code: `const none = [{}, null]\nexport default () => none`,
  },
  // Each hint stands by itself: none moves on to the next one's place, and lists have no use for what places hints.
  {
    importer: '/antd/es/config-provider/index.js',
    source: '../tooltip/UniqueProvider',
    code: `export default ({ children }) => children`,
  },
  // No dialog of ours is drawn before what it shows is there.
  { importer: '/antd/es/modal/Modal.js', source: '../skeleton', code: `export default () => null` },
  // The router is asked for routes alone: there is no server that renders pages, and nobody who measures its steps.
  { importer: '/react-router/dist/production/lib/dom/lib.js', source: './ssr/components.js', code: noFramework },
  { importer: '/react-router/dist/production/lib/components.js', source: './dom/ssr/components.js', code: noFramework },
  { importer: '/zod/v4/classic/schemas.js', source: '../core/json-schema-processors.js', code: noJsonSchema },
  {
    importer: '/zod/v4/classic/schemas.js',
    source: '../core/to-json-schema.js',
    code: `const none = () => () => undefined
export { none as createStandardJSONSchemaMethod, none as createToJSONSchemaMethod }`,
  },
  {
    importer: '/react-router/dist/production/lib/router/router.js',
    source: './instrumentation.js',
    code: `export const consumeInstrumentationClientResultMetaReceiver = () => undefined
export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = (router) => router`,
  },
]

/** Leaves out of the build what nobody asks the component library for. */
export function leanComponents(): Plugin {
  const prefix = '\0lean-components:'
  return {
    name: 'gatehouse-lean-components',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const index = uses.findIndex((use) => use.source === source && importer?.endsWith(use.importer))
      return index < 0 ? undefined : `${prefix}${index}`
    },
    load: (id) => (id.startsWith(prefix) ? uses[Number(id.slice(prefix.length))]?.code : undefined),
  }
}
