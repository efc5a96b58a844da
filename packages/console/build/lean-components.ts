import type { Plugin } from 'vite'

/**
 * Where a file of the component library asks for a large part and needs little of it: what that little is. A new version of
 * the library that goes another way makes the build larger, and breaks nothing.
 */
const uses: readonly { importer: string; source: string; code: string }[] = [
  // Buttons ask whether they stand in a form.
  {
    importer: '/antd/es/form/context.js',
    source: '@rc-component/form',
    code: `export { FormProvider } from '@rc-component/form/es/FormContext'`,
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
