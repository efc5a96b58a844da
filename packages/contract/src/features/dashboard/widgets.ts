import { z } from 'zod'
import { type Role, seesStaffRecords } from '../../permissions.ts'

/** The parts of a dashboard that a person can place. */
export const widgetNames = [
  'today',
  'checkIns',
  'hours',
  'attendance',
  'devices',
  'doorAlarms',
  'attention',
  'inside',
  'events',
] as const
export type WidgetName = (typeof widgetNames)[number]

const widgetPlaces = ['main', 'side', 'off'] as const
const widgetWidths = ['half', 'whole'] as const

/** `width` of the wide column; in the narrow one at the side all are as wide as that. */
export const widget = z.object({
  name: z.enum(widgetNames),
  place: z.enum(widgetPlaces),
  width: z.enum(widgetWidths),
})
export type Widget = z.output<typeof widget>

/** The widgets in their order, each once; one that is missing stands where the role has it. */
export const arrangement = z
  .array(widget)
  .max(widgetNames.length)
  .refine((widgets) => new Set(widgets.map(({ name }) => name)).size === widgets.length, { error: 'widget-twice' })

const main = (name: WidgetName, width: Widget['width'] = 'whole'): Widget => ({ name, place: 'main', width })
const side = (name: WidgetName): Widget => ({ name, place: 'side', width: 'whole' })

/** How a role finds its dashboard: first what it works with. */
export function defaultArrangement(role: Role): readonly Widget[] {
  if (role === 'deviceAdmin')
    return [
      main('devices'),
      main('attention', 'half'),
      main('doorAlarms', 'half'),
      main('today'),
      main('checkIns'),
      main('hours'),
      main('attendance'),
      side('inside'),
      side('events'),
    ]
  if (!seesStaffRecords(role))
    return [
      main('today'),
      main('attention'),
      main('hours'),
      main('checkIns'),
      main('attendance'),
      main('devices'),
      main('doorAlarms'),
      side('inside'),
      side('events'),
    ]
  return [
    main('today'),
    main('checkIns'),
    main('attendance', 'half'),
    main('devices', 'half'),
    main('attention', 'half'),
    main('doorAlarms', 'half'),
    main('hours'),
    side('inside'),
    side('events'),
  ]
}

/** A stored arrangement as this release understands it: what is unknown or doubled is left out. */
export function knownWidgets(stored: unknown): Widget[] {
  const seen = new Set<WidgetName>()
  return (Array.isArray(stored) ? stored : []).flatMap((one: unknown) => {
    const { data } = widget.safeParse(one)
    if (!data || seen.has(data.name)) return []
    seen.add(data.name)
    return [data]
  })
}

/** All widgets in the order of the account, with those that it has not placed after them. */
export function completeArrangement(own: readonly Widget[] | null, role: Role): Widget[] {
  const placed = own ?? []
  const names = new Set(placed.map(({ name }) => name))
  return [...placed, ...defaultArrangement(role).filter(({ name }) => !names.has(name))]
}
