import type { Widget, WidgetName } from '@gatehouse/contract/features/dashboard/widgets.ts'

type Span = 'left' | 'right' | 'whole'

/** Two halves that follow each other share a line; a half that is alone takes all of it. */
export function spansOf(widgets: readonly Pick<Widget, 'width'>[]): Span[] {
  const spans: Span[] = []
  for (const [place, { width }] of widgets.entries()) {
    if (spans[place - 1] === 'left') spans.push('right')
    else spans.push(width === 'half' && widgets[place + 1]?.width === 'half' ? 'left' : 'whole')
  }
  return spans
}

/** The widget before or after another one, in that one's column. */
export function moveBeside(
  widgets: readonly Widget[],
  name: WidgetName,
  target: WidgetName,
  isAfter: boolean,
): Widget[] {
  const moved = widgets.find((one) => one.name === name)
  const others = widgets.filter((one) => one.name !== name)
  const at = others.findIndex((one) => one.name === target)
  if (!moved || at < 0) return [...widgets]
  const place = others[at]?.place ?? moved.place
  return others.toSpliced(at + (isAfter ? 1 : 0), 0, { ...moved, place })
}

/** One step up or down among those of its column that are `shown`. */
export function moveBy(
  widgets: readonly Widget[],
  name: WidgetName,
  step: 1 | -1,
  shown: ReadonlySet<WidgetName>,
): Widget[] {
  const place = widgets.find((one) => one.name === name)?.place
  const column = widgets.filter((one) => one.place === place && shown.has(one.name))
  const target = column[column.findIndex((one) => one.name === name) + step]
  return target ? moveBeside(widgets, name, target.name, step === 1) : [...widgets]
}

/** Into the other column, or out of sight: at the end there. */
export function moveTo(widgets: readonly Widget[], name: WidgetName, place: Widget['place']): Widget[] {
  const moved = widgets.find((one) => one.name === name)
  return moved ? [...widgets.filter((one) => one.name !== name), { ...moved, place }] : [...widgets]
}

export const isSame = (one: readonly Widget[], other: readonly Widget[]) =>
  one.length === other.length &&
  one.every(({ name, place, width }, at) => {
    const beside = other[at]
    return name === beside?.name && place === beside.place && width === beside.width
  })
