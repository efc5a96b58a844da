import type { DownHint, hello } from '@gatehouse/contract/device/link.ts'
import type { z } from 'zod'

/** The server's answer when the session was opened. */
export type Session = z.output<(typeof hello)['response']>

/** The events inside a terminal that concern its behaviours, with their data. */
export type Messages = {
  /**
   * `isFirst`: since the start. Later sessions follow `mqtt-connected`, after which the terminal asks for changes
   * anyway.
   */
  'session-opened': [session: Session, isFirst: boolean]
  /** MQTT is connected: the server is available again. */
  'mqtt-connected': []
  /** MQTT is disconnected: the server may be another one when it is back. */
  'mqtt-lost': []
  /** MQTT could not connect this time: no hint will be received. */
  'mqtt-unavailable': []
  /** The server has a change of this kind. */
  hint: [what: DownHint['what']]
  /** The time has come to ask without a hint: a hint may be lost. */
  poll: []
  'record-added': []
  /** A message about an alarm waits for delivery. */
  'alarm-added': []
  /** An event at the door waits for delivery. */
  'door-event-added': []
  /** The door has opened for the person of this record, for this time; again while they still stand there. */
  'person-admitted': [recordId: string, seconds: number]
  /** The contact of the door. */
  'contact-moved': [isOpen: boolean]
  /** The wire of the contact is cut. */
  'contact-lost': []
  /** Settings or people have changed here. */
  'data-changed': []
  /** The settings that the server wants were compared with this terminal's schema. */
  'configuration-applied': []
  /** The door is held, or follows its people again. */
  'door-mode-changed': []
  /** A face stands before the camera, or somebody touches the screen. */
  'person-seen': []
  /** Somebody at the terminal agrees to the upgrade that it asks about. */
  'upgrade-agreed': []
  /** Faces are compared with another recogniser from now on. */
  'recogniser-changed': []
}

/** The behaviours of a terminal by name. */
export type BehaviourName =
  | 'alarms'
  | 'camera'
  | 'changes'
  | 'commands'
  | 'company-pictures'
  | 'configuration'
  | 'door-events'
  | 'inputs'
  | 'lockdown'
  | 'passages'
  | 'people'
  | 'poll'
  | 'presence'
  | 'recognition'
  | 'recogniser'
  | 'records'
  | 'restart'
  | 'session'
  | 'settings'
  | 'sleep'
  | 'upgrades'

/** A message for each, and no name without one. */
type Checked<Table extends Record<keyof Messages, BehaviourName>> = Table

/**
 * The messages that each behaviour hears. A behaviour handles exactly the messages beside its name, or it does not
 * compile.
 */
export type Hearers = Checked<{
  'session-opened': 'alarms' | 'door-events' | 'lockdown' | 'presence' | 'records' | 'settings' | 'upgrades'
  'mqtt-connected': 'alarms' | 'changes' | 'door-events' | 'records' | 'session'
  'mqtt-lost': 'alarms' | 'door-events' | 'records' | 'session'
  'mqtt-unavailable': 'changes'
  hint: 'commands' | 'configuration' | 'lockdown' | 'people' | 'upgrades'
  poll: 'alarms' | 'changes' | 'commands' | 'door-events' | 'presence' | 'records' | 'session' | 'upgrades'
  'record-added': 'records'
  'alarm-added': 'alarms'
  'door-event-added': 'door-events'
  'person-admitted': 'passages'
  'contact-moved': 'passages'
  'contact-lost': 'passages'
  'data-changed': 'camera' | 'restart' | 'sleep'
  'configuration-applied': 'company-pictures' | 'inputs' | 'recogniser' | 'settings'
  'door-mode-changed': 'settings'
  'person-seen': 'alarms' | 'door-events' | 'records' | 'sleep' | 'upgrades'
  'upgrade-agreed': 'upgrades'
  'recogniser-changed': 'configuration' | 'people' | 'session'
}>

export type MessageHandlers = { [M in keyof Messages]: (...what: Messages[M]) => void }

type HeardBy<B extends BehaviourName> = { [M in keyof Hearers]: B extends Hearers[M] ? M : never }[keyof Hearers]

/** The handlers of one of our behaviours for each message that it hears. */
export type Handlers<B extends BehaviourName> = Pick<MessageHandlers, HeardBy<B>> & {
  readonly [M in Exclude<keyof Messages, HeardBy<B>>]?: never
}

export type Notify = <M extends keyof Messages>(message: M, ...what: Messages[M]) => void
