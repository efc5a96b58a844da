import { theme, type ThemeConfig } from 'antd'

/** The colours of theme.css that the component library takes (a test holds them equal), light and dark. */
export const lightColours = {
  ground: '#f5f5f2',
  sheet: '#ffffff',
  sunk: '#fafaf8',
  raised: '#ffffff',
  fill: '#f0f0ec',
  'fill-2': '#e4e4df',
  'fill-3': '#c9c9c3',
  line: '#e9e9e5',
  'line-2': '#d9d9d3',
  edge: '#8d8d87',
  ink: '#16181d',
  'ink-2': '#4a4d55',
  'ink-3': '#696c73',
  blue: '#2d52d3',
  'blue-hover': '#2444b4',
  'blue-press': '#1b3590',
  'on-blue': '#ffffff',
  'blue-text': '#2b4ec9',
  'blue-soft': '#eff3fe',
  'blue-soft-2': '#dfe7fd',
  'green-text': '#14733f',
  'amber-text': '#8a5600',
  'red-text': '#b3251b',
}
type Colours = typeof lightColours
export const darkColours: Colours = {
  ground: '#0c0d10',
  sheet: '#131519',
  sunk: '#171a1f',
  raised: '#1d2026',
  fill: '#1f2228',
  'fill-2': '#2a2e36',
  'fill-3': '#4a4f5a',
  line: '#22252b',
  'line-2': '#31353d',
  edge: '#737883',
  ink: '#eef0f3',
  'ink-2': '#b9bdc6',
  'ink-3': '#9095a0',
  blue: '#3f63e4',
  'blue-hover': '#5073ee',
  'blue-press': '#2f4fc6',
  'on-blue': '#ffffff',
  'blue-text': '#93abff',
  'blue-soft': '#1a2138',
  'blue-soft-2': '#232d4e',
  'green-text': '#62cf95',
  'amber-text': '#e7b658',
  'red-text': '#ff8f86',
}

/** The library derives its colours from seeds, and its dark algorithm dims what it is given: these are taken as they stand. */
const chosen = (of: Colours) => ({
  colorPrimary: of.blue,
  colorPrimaryHover: of['blue-hover'],
  colorPrimaryActive: of['blue-press'],
  colorPrimaryBg: of['blue-soft'],
  colorPrimaryBgHover: of['blue-soft-2'],
  colorPrimaryText: of['blue-text'],
  colorInfo: of['blue-text'],
  colorLink: of['blue-text'],
  colorLinkHover: of['blue-text'],
  colorLinkActive: of['blue-text'],
  colorSuccess: of['green-text'],
  colorWarning: of['amber-text'],
  colorError: of['red-text'],
  colorErrorHover: of['red-text'],
  colorErrorActive: of['red-text'],
  colorInfoBg: of.sunk,
  colorSuccessBg: of.sunk,
  colorWarningBg: of.sunk,
  colorErrorBg: of.sunk,
  colorTextBase: of.ink,
  colorText: of.ink,
  colorTextHeading: of.ink,
  colorTextSecondary: of['ink-2'],
  colorTextTertiary: of['ink-3'],
  colorTextDescription: of['ink-3'],
  colorTextPlaceholder: of['ink-3'],
  colorTextLightSolid: of['on-blue'],
  colorIcon: of['ink-3'],
  colorIconHover: of.ink,
  colorBgBase: of.sheet,
  colorBgLayout: of.ground,
  colorBgContainer: of.sheet,
  colorBgContainerDisabled: of.sunk,
  colorBgElevated: of.raised,
  colorBgSpotlight: '#1f2228',
  colorBorder: of.edge,
  colorBorderSecondary: of.line,
  colorBorderDisabled: of['line-2'],
  colorSplit: of.line,
  colorFill: of['fill-3'],
  colorFillSecondary: of['fill-2'],
  colorFillTertiary: of.fill,
  colorFillQuaternary: of.sunk,
  controlItemBgHover: of.fill,
  controlItemBgActive: of['blue-soft'],
  controlItemBgActiveHover: of['blue-soft-2'],
})

function asChosen(of: Colours): typeof theme.darkAlgorithm {
  return (seed, map) => ({ ...(map ?? theme.defaultAlgorithm(seed)), ...chosen(of) })
}

/** There is one version of the library: its rules need no mark that tells them from another's, and are half as much to read. */
const hashed = false

function themeConfig(of: Colours, isDark: boolean, isHan: boolean, isStill: boolean): ThemeConfig {
  const [fontSizeSM, fontSize, fontSizeLG, line] = isHan ? [13, 14, 16, 22] : [12, 13, 15, 20]
  return {
    hashed,
    algorithm: isDark ? [theme.darkAlgorithm, asChosen(of)] : [theme.defaultAlgorithm, asChosen(of)],
    token: {
      ...chosen(of),
      fontFamily: 'var(--font)',
      fontSize,
      fontSizeSM,
      fontSizeLG,
      fontSizeXL: 20,
      lineHeight: line / fontSize,
      fontWeightStrong: 600,
      borderRadius: 6,
      borderRadiusLG: 10,
      controlHeight: 32,
      controlHeightLG: 44,
      controlOutlineWidth: 1,
      motionDurationFast: '0.12s',
      motionDurationMid: '0.18s',
      motionDurationSlow: '0.18s',
      boxShadow: 'none',
      boxShadowSecondary: 'var(--shadow-pop)',
      boxShadowTertiary: 'none',
      wireframe: false,
      // theme.css takes every animation away then, and the library must not wait for one's end
      ...(isStill && { motion: false }),
    },
    components: {
      Button: {
        defaultBorderColor: of['line-2'],
        defaultHoverBg: of.fill,
        defaultHoverColor: of.ink,
        defaultHoverBorderColor: of['line-2'],
        defaultActiveBg: of['fill-2'],
        defaultActiveColor: of.ink,
        defaultActiveBorderColor: of['line-2'],
        // white in daylight, dark on the paler red of the dark
        dangerColor: isDark ? of.ground : of['on-blue'],
        defaultShadow: 'none',
        primaryShadow: 'none',
        dangerShadow: 'none',
        paddingInline: 12,
      },
      Pagination: { colorPrimary: of.ink, colorPrimaryHover: of.ink },
      Table: { colorPrimary: of.ink },
      Tag: { defaultBg: of.fill, defaultColor: of['ink-2'], colorBorder: 'transparent' },
      Progress: { defaultColor: of['ink-2'], remainingColor: of['fill-2'] },
      Tooltip: { colorTextLightSolid: '#f4f5f7' },
    },
  }
}

const themes = new Map<string, ThemeConfig>()

/** `isHan`: letters one step larger; `isStill`: nothing moves. The same theme is the same object. */
export function themeOf(isDark: boolean, isHan: boolean, isStill: boolean): ThemeConfig {
  const key = [isDark, isHan, isStill].join()
  const known = themes.get(key)
  if (known) return known
  const made = themeConfig(isDark ? darkColours : lightColours, isDark, isHan, isStill)
  themes.set(key, made)
  return made
}
