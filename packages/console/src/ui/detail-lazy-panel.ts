import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { loadChunk } from '../lib/load-chunk.ts'

const noFallback = () => null

/** A panel below a list that is loaded when somebody opens it: the list does not pay for the fields of a form. */
export const lazyPanel = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  HydrateFallback: noFallback,
  lazy: async () => ({ Component: await loadChunk(load) }),
})
