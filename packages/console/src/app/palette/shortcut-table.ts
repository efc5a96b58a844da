import type { Permission } from '@gatehouse/contract/permissions.ts'
import type { palette } from '../../i18n/en/palette.ts'

type Words = typeof palette.shortcuts
export type ShortcutName = Exclude<keyof Words, 'title' | 'groups'>

/** Alternatives stand beside one another; keys that are pressed together are one text: `Ctrl+K`. */
type Shortcut = { name: ShortcutName; keys: readonly string[]; permission?: Permission }

/** Every key of the console, by the place where it works: the list of shortcuts is drawn from this, and a test looks for keys that are not here. */
export const shortcuts: readonly {
  group: keyof Words['groups']
  permission?: Permission
  keys: readonly Shortcut[]
}[] = [
  {
    group: 'everywhere',
    keys: [
      { name: 'palette', keys: ['Ctrl+K'] },
      { name: 'lockdown', keys: ['Ctrl+Shift+L'], permission: 'lockdown.write' },
      { name: 'list', keys: ['?'] },
      { name: 'search', keys: ['/'] },
      { name: 'close', keys: ['Esc'] },
      { name: 'toast', keys: ['F8'] },
      { name: 'hold', keys: ['Space', 'Enter'], permission: 'live.control' },
    ],
  },
  {
    group: 'palette',
    keys: [
      { name: 'choose', keys: ['↑', '↓'] },
      { name: 'go', keys: ['Enter'] },
      { name: 'complete', keys: ['Tab'] },
    ],
  },
  {
    group: 'lists',
    keys: [
      { name: 'rows', keys: ['J', 'K', '↑', '↓'] },
      { name: 'ends', keys: ['Home', 'End'] },
      { name: 'row', keys: ['Enter'] },
      { name: 'tick', keys: ['X', 'Space'] },
      { name: 'token', keys: ['Backspace', '←', '→'] },
    ],
  },
  {
    group: 'live',
    keys: [
      { name: 'nearest', keys: ['↑', '↓', '←', '→'], permission: 'live.doors' },
      { name: 'door', keys: ['Enter'], permission: 'live.doors' },
      { name: 'openDoor', keys: ['O'], permission: 'live.control' },
      { name: 'event', keys: ['J', 'K'] },
      { name: 'record', keys: ['Enter'] },
      { name: 'pause', keys: ['Space'] },
      { name: 'filter', keys: ['F'] },
    ],
  },
  {
    group: 'muster',
    permission: 'muster.read',
    keys: [
      { name: 'person', keys: ['J', 'K', '↑', '↓'] },
      { name: 'press', keys: ['Space', 'Enter'] },
    ],
  },
  {
    group: 'matrix',
    permission: 'policy.write',
    keys: [
      { name: 'cell', keys: ['↑', '↓', '←', '→'] },
      { name: 'extend', keys: ['Shift+↑↓←→'] },
      { name: 'brush', keys: ['1–9', '0'] },
      { name: 'paint', keys: ['Space'] },
      { name: 'empty', keys: ['Delete'] },
      { name: 'undo', keys: ['Ctrl+Z'] },
    ],
  },
  {
    group: 'month',
    permission: 'attendance.read',
    keys: [
      { name: 'cell', keys: ['↑', '↓', '←', '→'] },
      { name: 'extend', keys: ['Shift+↑↓←→'] },
      { name: 'explain', keys: ['Enter'] },
    ],
  },
  {
    group: 'plans',
    permission: 'site.write',
    keys: [
      { name: 'move', keys: ['↑', '↓', '←', '→'] },
      { name: 'remove', keys: ['Delete'] },
    ],
  },
  {
    group: 'timetables',
    permission: 'timetable.write',
    keys: [
      { name: 'cursor', keys: ['←', '→', '↑', '↓'] },
      { name: 'hours', keys: ['Space', 'Enter'] },
      { name: 'removeHours', keys: ['Delete'] },
    ],
  },
]
