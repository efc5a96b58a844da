import type { DeviceSettings, getConfiguration } from '@gatehouse/contract/device/link.ts'
import type { SettingsSchema } from '@gatehouse/contract/device/settings-schema.ts'
import type { z } from 'zod'
import type { TerminalState } from '../state/terminal-state.ts'
import { isSameJson } from '../lib/is-same-json.ts'

/** The configuration that is in force here, and what of the server's is not. */
export type AppliedConfiguration = {
  /** How the server names the configuration that was last pulled; null: none was since the start. */
  readonly tag: string | null
  /** Wanted by the server and not in force here, as of the last settings. */
  readonly refused: readonly { readonly key: string; readonly reason: string }[]
  /** Takes of it what this terminal can follow; gives whether anything is new by it. */
  apply(pulled: z.output<(typeof getConfiguration)['response']>): boolean
  /** At a start: what was pulled before it says nothing about what the server has now. */
  dropTag(): void
}

export type AppliedConfigurationOptions = {
  readonly state: TerminalState
  /** What this terminal can be set to. */
  readonly schema: SettingsSchema
  /** Settings that this terminal cannot follow, with what it says about each. */
  readonly unsupported: Readonly<Record<string, string>>
}

export function createAppliedConfiguration({
  state,
  schema,
  unsupported,
}: AppliedConfigurationOptions): AppliedConfiguration {
  let tag: string | null = null
  let refused: AppliedConfiguration['refused'] = []

  /** The settings with those that this terminal cannot follow left as they are. */
  function takeSupported(wanted: DeviceSettings): DeviceSettings {
    const defaults = Object.fromEntries(schema.settings.map(({ key, default: value }) => [key, value]))
    const before: Record<string, unknown> = { ...defaults, ...state.configuration?.settings }
    refused = Object.entries(unsupported).flatMap(([key, reason]) =>
      isSameJson(wanted[key], before[key]) ? [] : [{ key, reason }],
    )
    return { ...wanted, ...Object.fromEntries(refused.map(({ key }) => [key, before[key]])) }
  }

  return {
    get tag() {
      return tag
    },
    get refused() {
      return refused
    },
    apply({ tag: pulledTag, ...wanted }) {
      const configuration = { ...wanted, settings: takeSupported(wanted.settings) }
      const isNew = !isSameJson(configuration, state.configuration)
      if (isNew) state.configuration = configuration
      tag = pulledTag
      return isNew
    },
    dropTag: () => void (tag = null),
  }
}
