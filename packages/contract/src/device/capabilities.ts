import { z } from 'zod'
import { commandKinds } from './commands.ts'

/*
 * The terminals of a make can do this, as their driver says (docs/drivers.md). The console draws commands, settings and people of a
 * device from it, so a new make needs no new console.
 */

/** The makes of terminals that there is a driver for. */
export const deviceMakes = ['gatehouse', 'zkteco'] as const
export type DeviceMake = (typeof deviceMakes)[number]

/**
 * Why a device does not do something; the console has a sentence for each.
 * - `no-word`: its protocol has no word for it.
 * - `older-software`: a newer version of its software does it.
 * - `decides-alone`: it decides at the door by itself, and cannot ask the server.
 * - `keeps-no-hours`: it opens at any hour for everybody on it.
 * - `kept-hashed`: Gatehouse keeps only a hash, and the device takes nothing but the value itself.
 */
export const lackReasons = ['no-word', 'older-software', 'decides-alone', 'keeps-no-hours', 'kept-hashed'] as const
export type LackReason = (typeof lackReasons)[number]
/** Null: the device does it. */
const lack = z.enum(lackReasons).nullable()

/** The things that somebody can show at a door. */
export const credentialKinds = ['face', 'card', 'pin', 'pass'] as const

/** The rules of a door beside policies and timetables. */
export const passageRules = [
  'lockdown',
  'suspensions',
  'free-hours',
  'first-person',
  'escort',
  'several-people',
  'anti-passback',
  'occupancy',
  'interlock',
] as const

/** The limits of a device that decides by itself, and keeps timetables in its own form. */
export const timetableLimits = z.object({
  /** Of one day, in one of its zones. */
  spansPerDay: z.int().min(1),
  /** Its zones; those that it has built in are not counted. */
  zones: z.int().min(1),
  /** The zones that one person can have at one door. */
  zonesPerPerson: z.int().min(1),
  /** The dates that it can keep. */
  holidays: z.int().min(0),
  /** Holidays that differ in what is open on them. */
  holidayKinds: z.int().min(1),
  /** On a holiday everybody has the same hours: it holds those on which all its timetables agree. */
  holidaysForAll: z.boolean(),
})
export type TimetableLimits = z.output<typeof timetableLimits>

export const capabilities = z.object({
  make: z.enum(deviceMakes),
  commands: z.record(z.enum(commandKinds), lack),
  credentials: z.record(z.enum(credentialKinds), lack),
  rules: z.record(z.enum(passageRules), lack),
  settings: lack,
  upgrades: lack,
  /** Its devices tell what a wire to them is for: a lockdown, an exit button, a fire signal. */
  inputs: lack,
  /** Its devices know people by a number (`people/device-numbers.ts`). */
  knowsByNumber: z.boolean(),
  /** Its devices prove nothing of themselves, so that each can be limited to a network. */
  isTiedToNetwork: z.boolean(),
  /** Some of its devices take the hours and the period of a person and keep to neither: they open for everybody on them. */
  mayIgnoreHours: z.boolean(),
  /** Somebody has said of this one that it does. */
  ignoresHours: z.boolean(),
  /** People stay on it after it was unbound, unless it is cleared before. */
  keepsPeople: z.boolean(),
  /** Its conversation is kept only while somebody looks: its calls are too many, and it tells itself what is wrong. */
  talksWhileWatched: z.boolean(),
  /** Null: the device takes every timetable as it stands. */
  timetables: timetableLimits.nullable(),
})
export type Capabilities = z.output<typeof capabilities>
