import type { DoorMark } from '@gatehouse/contract/features/floor-plans.ts'
import type { ImageKind } from '@gatehouse/contract/features/images.ts'
import type { doorCommandKinds, LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import type { LockdownKind, LockdownScope } from '@gatehouse/contract/features/lockdown.ts'
import type { PresentSuspension } from '@gatehouse/contract/features/suspensions.ts'

export type Picture =
  | { kind: 'face'; image: { kind: ImageKind; id: string } | null }
  | { kind: 'door'; mark: DoorMark }
  | { kind: 'sign'; name: 'page' | 'list' | 'setting' | 'plus' | 'lock' | 'device' | 'action' }

/** A person that the search has found, as far as the role sees them. */
export type FoundPerson = {
  kind: 'staff' | 'visitor' | 'blacklisted'
  id: string
  name: string
  hint: string
  portraitId: string | null
  suspension: PresentSuspension | null
  /** Of a visitor. */
  visit?: { validFromAt: string; validToAt: string; hostId: string | null }
}

type Named = { id: string; name: string }
export type DoorCommand = (typeof doorCommandKinds)[number]

/** The action of an option, as data: `useDeeds` does it. */
export type Deed =
  | { kind: 'door'; command: DoorCommand; door: LiveDoor; reason?: string }
  | { kind: 'suspend'; person: Named; fromAt: string | undefined; toAt: string | null }
  | { kind: 'resume'; person: Named }
  | { kind: 'visitor'; name: string; hostId: string | null; validFromAt: string; validToAt: string }
  | {
      kind: 'visitAgain'
      visitor: Named & NonNullable<FoundPerson['visit']>
      hostId: string | null
      validFromAt: string
      validToAt: string
    }
  | { kind: 'lockdown'; lockdown: LockdownKind; scope: LockdownScope; place: string }

/** The thing that the preview beside the list shows. */
export type Subject =
  | { kind: 'door'; door: LiveDoor }
  | { kind: 'person'; person: FoundPerson }
  | { kind: 'record'; id: string; title: string }
  | { kind: 'lockdown'; lockdown: LockdownKind; scope: LockdownScope; title: string }
  | { kind: 'words'; title: string }

export const sectionNames = ['deeds', 'places', 'settings', 'records', 'before'] as const
export type SectionName = (typeof sectionNames)[number]

export type Option = {
  key: string
  section: SectionName
  text: string
  hint?: string | undefined
  picture: Picture
  subject?: Subject | undefined
  /** The effect, in a sentence or two. */
  effect?: string | undefined
  /** The text that stands for it in the field once its names are completed. */
  sentence?: string | undefined
  act: { kind: 'go'; to: string } | { kind: 'write'; text: string } | { kind: 'do'; deed: Deed; isOff?: boolean }
}

/** An action at doors is held, even here. */
export const isHeld = (deed: Deed) => deed.kind === 'door' || deed.kind === 'lockdown'
