import type { DeviceSettings, getConfiguration } from '@gatehouse/contract/device/link.ts'
import type { SettingsSchema } from '@gatehouse/contract/device/settings-schema.ts'
import type { z } from 'zod'
import type { TerminalState } from '../state/terminal-state.ts'
import { isSameJson } from '../lib/is-same-json.ts'

/** The configuration that is in force here, and the parts of the server's that are not. */
export type AppliedConfiguration = {
  /** The server's tag of the configuration that was last pulled; null: none was pulled since the start. */
  readonly tag: string | null
  /** The settings that the server wants and that are not in force here, as of the last settings. */
  readonly refused: readonly { readonly key: string; readonly reason: string }[]
  /** Applies the parts that this terminal can follow; gives whether anything is new by it. */
  apply(pulled: z.output<(typeof getConfiguration)['response']>): boolean
  /** For a start: a pull before it says nothing about the server's present configuration. */
  dropTag(): void
}

export type AppliedConfigurationOptions = {
  readonly state: TerminalState
  /** The settings schema of this terminal. */
  readonly schema: SettingsSchema
  /** Settings that this terminal cannot follow, with the reason for each. */
  readonly unsupported: Readonly<Record<string, string>>
}

export function createAppliedConfiguration({
  state,
  schema,
  unsupported,
}: AppliedConfigurationOptions): AppliedConfiguration {
  let tag: string | null = null
  let refused: AppliedConfiguration['refused'] = []

  /** The settings with those that this terminal cannot follow left unchanged. */
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
