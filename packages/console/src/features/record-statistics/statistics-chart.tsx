import type { RecordStatistics } from '@gatehouse/contract/features/records.ts'
import { BarChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { personKinds } from './kinds.ts'

register([BarChart, GridComponent, TooltipComponent, LegendComponent, AriaComponent, SVGRenderer])

/** A meaning colour only where it means it: red for the blacklist. */
const colours = {
  staff: '--ink-2',
  visitor: '--kind-visitor',
  stranger: '--kind-stranger',
  spoof: '--grey',
  blacklisted: '--red',
} as const

/** Stacked bars of each day or hour, by kind. The table below has the same numbers. */
export function StatisticsChart({ steps, label }: { steps: RecordStatistics['steps']; label: string }) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const chart = init(element, null, { renderer: 'svg' })
    const draw = () => {
      const style = getComputedStyle(document.documentElement)
      const colour = (name: string) => style.getPropertyValue(name).trim()
      const present = personKinds.filter((kind) => steps.some((one) => one[kind] > 0))
      chart.setOption(
        {
          animation: false,
          textStyle: { color: colour('--ink-3'), fontFamily: getComputedStyle(element).fontFamily },
          grid: { left: 8, right: 8, top: 36, bottom: 8, containLabel: true },
          legend: { top: 0, left: 0, textStyle: { color: colour('--ink') }, itemWidth: 14, itemGap: 20 },
          tooltip: {
            trigger: 'axis',
            renderMode: 'richText',
            axisPointer: { type: 'shadow' },
            backgroundColor: colour('--raised'),
            borderColor: colour('--line'),
            textStyle: { color: colour('--ink') },
          },
          xAxis: {
            type: 'category',
            data: steps.map(({ step }) => step),
            axisLine: { lineStyle: { color: colour('--line-2') } },
            axisTick: { show: false },
            axisLabel: { hideOverlap: true, color: colour('--ink-3') },
          },
          yAxis: {
            type: 'value',
            minInterval: 1,
            axisLabel: { color: colour('--ink-3') },
            splitLine: { lineStyle: { color: colour('--line') } },
          },
          series: present.map((kind) => ({
            type: 'bar',
            stack: 'all',
            name: t(`list:personKind.${kind}`),
            itemStyle: { color: colour(colours[kind]) },
            barMaxWidth: 48,
            data: steps.map((one) => one[kind]),
          })),
        },
        { notMerge: true },
      )
    }
    draw()
    const sizes = new ResizeObserver(() => chart.resize())
    sizes.observe(element)
    // Colours follow the theme.
    const theme = new MutationObserver(draw)
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      sizes.disconnect()
      theme.disconnect()
      chart.dispose()
    }
  }, [steps, t])
  return <div ref={box} className="statistics-chart" role="img" aria-label={label} />
}
