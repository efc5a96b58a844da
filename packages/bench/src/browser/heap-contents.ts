import type { CDPSession } from 'playwright-core'
import { z } from 'zod'

export type HeapContents = {
  /** Of the page's program: its objects, functions, lists and texts. */
  keptKb: number
  /** Of the browser: machine code, bytecode and what it notes for them; it compiles again and again what runs often. */
  compiledKb: number
  /** Bytes of what is kept, by kind and name: `object Map`. */
  kinds: ReadonlyMap<string, number>
}

/** Kinds of the browser's own list; shapes of objects are its own as code is, and what it counts as `native` is, too, or lies elsewhere. */
const keptKinds = new Set([
  'object',
  'closure',
  'array',
  'string',
  'concatenated string',
  'sliced string',
  'number',
  'bigint',
  'symbol',
  'regexp',
])

const isList = (value: unknown): value is number[] => Array.isArray(value)
const snapshot = z.object({
  snapshot: z.object({
    meta: z.object({
      node_fields: z.array(z.string()),
      node_types: z.tuple([z.array(z.string())], z.unknown()),
    }),
  }),
  // Each has millions of entries.
  nodes: z.custom<number[]>(isList),
  strings: z.custom<string[]>(isList),
})

/** The contents of the script heap of a page whose garbage has been collected. */
export async function lookIntoHeap(devTools: CDPSession): Promise<HeapContents> {
  const chunks: string[] = []
  const take = ({ chunk }: { chunk: string }) => void chunks.push(chunk)
  devTools.on('HeapProfiler.addHeapSnapshotChunk', take)
  await devTools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  devTools.off('HeapProfiler.addHeapSnapshotChunk', take)
  const { snapshot: head, nodes, strings } = snapshot.parse(JSON.parse(chunks.join('')))
  const { node_fields: fields, node_types: types } = head.meta
  const at = (name: string) => fields.indexOf(name)
  const [kindAt, nameAt, sizeAt] = [at('type'), at('name'), at('self_size')]
  const kinds = new Map<string, number>()
  let compiled = 0
  for (let node = 0; node < nodes.length; node += fields.length) {
    const kind = types[0][nodes[node + kindAt] ?? -1] ?? ''
    const size = nodes[node + sizeAt] ?? 0
    if (kind === 'code') compiled += size
    if (!keptKinds.has(kind)) continue
    // The name of a text is the text.
    const name = kind.endsWith('string') ? kind : `${kind} ${nameOf(strings[nodes[node + nameAt] ?? -1])}`
    kinds.set(name, (kinds.get(name) ?? 0) + size)
  }
  const kept = kinds.values().reduce((sum, size) => sum + size, 0)
  return { keptKb: kept / 1000, compiledKb: compiled / 1000, kinds }
}

/** Without the numbers that differ from one snapshot to the next. */
const nameOf = (name = '') => name.replace(/ ?@\d+/, '').slice(0, 60)

/** The five kinds of which most has come, for who looks for what grows. */
export function grownMost(before: HeapContents, after: HeapContents): string {
  const grown = [...after.kinds].map(([kind, size]) => ({ kind, more: size - (before.kinds.get(kind) ?? 0) }))
  return grown
    .toSorted((a, b) => b.more - a.more)
    .slice(0, 5)
    .map(({ kind, more }) => `${kind} ${(more / 1000).toFixed(1)} kB`)
    .join(', ')
}
