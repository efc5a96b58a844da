import { theme, type ThemeConfig } from 'antd'

const shared = {
  borderRadius: 6,
  fontSize: 14,
  fontFamily: 'var(--font)',
  controlHeight: 34,
  motionDurationFast: '0.08s',
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.18s',
} as const

/** There is one version of the library: its rules need no mark that tells them from another's, and are half as much to read. */
const hashed = false

/** The values of theme.css as tokens; text on them keeps 4.5 : 1 and controls' borders 3 : 1. */
const light: ThemeConfig = {
  hashed,
  algorithm: theme.defaultAlgorithm,
  token: {
    ...shared,
    colorPrimary: '#1f5fd6',
    colorInfo: '#1f5fd6',
    colorLink: '#1f5fd6',
    // derived ones are paler than text may be: under the mouse a thing gets stronger
    colorPrimaryHover: '#174bab',
    colorPrimaryActive: '#123c8a',
    colorLinkHover: '#174bab',
    colorLinkActive: '#123c8a',
    colorErrorHover: '#a01c26',
    colorErrorActive: '#83151e',
    colorSuccess: '#15753c',
    colorWarning: '#8a5300',
    colorError: '#bf2630',
    // the grounds of alerts: derived ones come out muddy
    colorSuccessBg: '#e3f4ea',
    colorWarningBg: '#fdf1dc',
    colorErrorBg: '#fdeaeb',
    colorTextBase: '#1b2330',
    colorTextSecondary: '#586274',
    colorTextTertiary: '#586274',
    colorTextDescription: '#586274',
    colorTextPlaceholder: '#667085',
    colorBgLayout: '#f5f7fa',
    colorBorder: '#848e9e',
    colorBorderSecondary: '#e3e7ed',
  },
  // nothing to press, so no stronger than a line
  components: { Tag: { colorBorder: '#c3cad5' } },
}

const darkMeaning = {
  colorPrimary: '#5b8ff0',
  colorInfo: '#5b8ff0',
  colorLink: '#5b8ff0',
  colorPrimaryHover: '#86adf5',
  colorPrimaryActive: '#a9c5f8',
  colorLinkHover: '#86adf5',
  colorLinkActive: '#a9c5f8',
  colorErrorHover: '#f7a6ab',
  colorErrorActive: '#fac3c6',
  colorSuccess: '#5fc78a',
  colorWarning: '#e0a84a',
  colorError: '#f2838a',
  colorSuccessBg: '#15301f',
  colorWarningBg: '#35280f',
  colorErrorBg: '#3b191d',
} as const

// The library's dark algorithm dims what it is given, for colours chosen in daylight; these were chosen in the dark.
const asChosen: typeof theme.darkAlgorithm = (seed, map) => ({
  ...(map ?? theme.darkAlgorithm(seed)),
  ...darkMeaning,
})

const dark: ThemeConfig = {
  hashed,
  algorithm: [theme.darkAlgorithm, asChosen],
  token: {
    ...shared,
    ...darkMeaning,
    colorTextBase: '#e6eaf1',
    colorTextLightSolid: '#0c1220',
    colorTextSecondary: '#9ba6b8',
    colorTextTertiary: '#9ba6b8',
    colorTextDescription: '#9ba6b8',
    colorTextPlaceholder: '#8d98aa',
    colorBgBase: '#10141b',
    colorBgLayout: '#10141b',
    colorBgContainer: '#171c25',
    colorBgElevated: '#1e2530',
    colorBorder: '#6c7789',
    colorBorderSecondary: '#2a3240',
    controlItemBgActive: '#1d2c49',
    controlItemBgActiveHover: '#243759',
  },
  components: {
    Tag: { colorBorder: '#3d4757' },
    Tooltip: { colorTextLightSolid: '#e6eaf1', colorBgSpotlight: '#2b3442' },
  },
}

// theme.css takes every animation away then, and the library must not wait for one's end.
const still = (config: ThemeConfig): ThemeConfig => ({ ...config, token: { ...config.token, motion: false } })
const stillDark = still(dark)
const stillLight = still(light)

/** `isStill`: nothing moves. The same theme is the same object. */
export function themeOf(isDark: boolean, isStill: boolean): ThemeConfig {
  if (isStill) return isDark ? stillDark : stillLight
  return isDark ? dark : light
}
