import type { DownHint, hello } from '@gatehouse/contract/device/link.ts'
import type { z } from 'zod'

/** What the server told when the session was opened. */
export type Session = z.output<(typeof hello)['response']>

/** What happens inside a terminal and concerns its behaviours, with what is told of it. */
export type Messages = {
  /** `isFirst`: since the start. Later ones follow `mqtt-connected`, after which it is asked for changes anyway. */
  'session-opened': [session: Session, isFirst: boolean]
  /** MQTT is up: the server is there again. */
  'mqtt-connected': []
  /** MQTT has gone: the server may be another one when it is back. */
  'mqtt-lost': []
  /** MQTT did not come up this time: no hint will be heard. */
  'mqtt-unavailable': []
  /** The server has something new of this kind. */
  hint: [what: DownHint['what']]
  /** The time has come to ask without being told: a hint may be lost. */
  poll: []
  'record-added': []
  /** Something about an alarm waits to be told. */
  'alarm-added': []
  /** Settings or people have changed here. */
  'data-changed': []
  /** The settings that the server wants were compared with what this terminal can do. */
  'configuration-applied': []
  /** The door is held, or follows its people again. */
  'door-mode-changed': []
  /** A face stands before the camera, or somebody touches the screen. */
  'person-seen': []
  /** Somebody at the terminal agrees to the upgrade that it asks about. */
  'upgrade-agreed': []
}

/** The behaviours of a terminal by name. */
export type BehaviourName =
  | 'alarms'
  | 'camera'
  | 'changes'
  | 'commands'
  | 'company-pictures'
  | 'configuration'
  | 'inputs'
  | 'people'
  | 'poll'
  | 'presence'
  | 'recognition'
  | 'records'
  | 'restart'
  | 'session'
  | 'settings'
  | 'sleep'
  | 'upgrades'

/** A message for each, and no name that nobody has. */
type Checked<Table extends Record<keyof Messages, BehaviourName>> = Table

/** Who hears which message. A behaviour handles what stands here beside its name, no more and no less, or it does not compile. */
export type Hearers = Checked<{
  'session-opened': 'alarms' | 'presence' | 'records' | 'settings' | 'upgrades'
  'mqtt-connected': 'alarms' | 'changes' | 'records' | 'session'
  'mqtt-lost': 'alarms' | 'records' | 'session'
  'mqtt-unavailable': 'changes'
  hint: 'commands' | 'configuration' | 'people' | 'upgrades'
  poll: 'alarms' | 'changes' | 'commands' | 'presence' | 'records' | 'session' | 'upgrades'
  'record-added': 'records'
  'alarm-added': 'alarms'
  'data-changed': 'camera' | 'restart' | 'sleep'
  'configuration-applied': 'company-pictures' | 'settings'
  'door-mode-changed': 'settings'
  'person-seen': 'alarms' | 'records' | 'sleep' | 'upgrades'
  'upgrade-agreed': 'upgrades'
}>

export type MessageHandlers = { [M in keyof Messages]: (...what: Messages[M]) => void }

type HeardBy<B extends BehaviourName> = { [M in keyof Hearers]: B extends Hearers[M] ? M : never }[keyof Hearers]

/** What a behaviour of ours does about each message that it hears. */
export type Handlers<B extends BehaviourName> = Pick<MessageHandlers, HeardBy<B>> & {
  readonly [M in Exclude<keyof Messages, HeardBy<B>>]?: never
}

export type Notify = <M extends keyof Messages>(message: M, ...what: Messages[M]) => void
