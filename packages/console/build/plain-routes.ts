import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Route } from '@gatehouse/contract/route.ts'
import type { Plugin } from 'vite'
import { z } from 'zod'
import type { ReplyShape, RouteFacts } from '../src/api/plain-route.ts'

/** The modules of the login page that call routes. */
const loginPage = /\/console\/src\/(features\/login\/[^/]+|api\/(authorisation|branding))\.tsx?$/
const routesOfContract = /^@gatehouse\/contract\/features\/.+\.ts$/
const plainRouteFile = join(import.meta.dirname, '../src/api/plain-route.ts')

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'permission' in value && 'path' in value && 'method' in value

/** Types, constants and words of a reply. Its patterns and bounds are left out: they would be the most of it. */
function shapeOf({ type, const: constant, enum: words, anyOf, properties, required, items }: ReplyShape): ReplyShape {
  return {
    ...(anyOf ? { anyOf: anyOf.map(shapeOf) } : { type }),
    ...(constant !== undefined && { const: constant }),
    ...(words && { enum: words }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, shapeOf(one)])),
    }),
    ...(required && { required }),
    ...(items && { items: shapeOf(items) }),
  }
}

export function plainFactsOf({ method, path, prefix, bodyKind, changes, response }: Route): RouteFacts {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `ReplyShape` is a part of JSON Schema
  const schema = z.toJSONSchema(response) as ReplyShape
  return { method, path, prefix, bodyKind, changes, reply: shapeOf(schema) }
}

/**
 * The login page imports routes from the contract like every page. The build gives it the same routes without the schema library, which
 * would be a quarter of the page's script: their addresses, and a look at the reply that is made from the schema. Whatever else a module
 * of routes exports is not there, so that the build fails where the login page asks for it.
 */
export function plainRoutes(): Plugin {
  const prefix = '\0plain-routes:'
  return {
    name: 'gatehouse-plain-routes',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!routesOfContract.test(source) || !importer || !loginPage.test(importer)) return undefined
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      return resolved && `${prefix}${resolved.id}`
    },
    async load(id) {
      if (!id.startsWith(prefix)) return undefined
      const module: unknown = await import(pathToFileURL(id.slice(prefix.length)).href)
      const entries = typeof module === 'object' && module !== null ? Object.entries(module) : []
      const routes = entries.filter((entry): entry is [string, Route] => isRoute(entry[1]))
      return [
        `import { plainRoute } from ${JSON.stringify(plainRouteFile)}`,
        ...routes.map(
          ([name, route]) =>
            `export const ${name} = /* @__PURE__ */ plainRoute(${JSON.stringify(plainFactsOf(route))})`,
        ),
      ].join('\n')
    },
  }
}
