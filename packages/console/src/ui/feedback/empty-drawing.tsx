/** Drawings of empty pages on 200 × 140: a quiet ground, and a few strokes of what is not there yet. */
const strokes = {
  door: 'M62 116V56a38 38 0 0 1 76 0v60M74 116V58a27 27 0 0 1 27-27v85M95 74v7M52 116h96M28 117v-12h16v12zM36 105V84m0 6c-8 0-12-4-12-11 8 0 12 4 12 11zm0-4c0-8 5-12 12-12 0 8-5 12-12 12zM150 60l8-8m-14-3 1-11m9 27 11-1',
  people:
    'M82 62a18 18 0 1 0 0-36 18 18 0 0 0 0 36zM48 116c2-24 14-36 34-36s32 12 34 36M124 66a14 14 0 1 0-6-27M126 84c16 1 26 12 28 32M40 116h122',
  device:
    'M68 22h64v94H68zM80 34h40v40H80zM100 62a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM88 74c2-6 6-9 12-9s10 3 12 9M94 92h12M48 116h104',
  records:
    'M46 34h108v20H46zM46 66h108v20H46zM46 98h108v20H46zM56 40h8v8h-8zM56 72h8v8h-8zM56 104h8v8h-8zM76 44h52M76 76h38M76 108h46',
  clock: 'M100 116a44 44 0 1 0 0-88 44 44 0 0 0 0 88zM100 46v26l18 12M100 28v6M100 110v6M56 72h6M138 72h6',
  bell: 'M68 98V70a32 32 0 0 1 64 0v28l10 10H58zM90 108a10 10 0 0 0 20 0M100 38v-8M44 62c2-12 7-20 15-26M156 62c-2-12-7-20-15-26',
  shield: 'M100 24l38 14v30c0 24-14 40-38 50-24-10-38-26-38-50V38zM84 72l12 12 22-26',
  parcel: 'M100 26l42 20v48l-42 22-42-22V46zM58 46l42 22 42-22M100 68v48M79 36l42 21v14',
  plan: 'M40 30h120v86H40zM96 30v34M40 78h40M96 78v38M124 78h36M96 64h18M68 78a14 14 0 0 1 14-14',
  key: 'M76 88a24 24 0 1 1 22-34h62l10 12-10 12-10-8-10 8-10-8H98A24 24 0 0 1 76 88zM70 70h.1',
  nothing: 'M92 98a36 36 0 1 0 0-72 36 36 0 0 0 0 72zM118 88l34 32M80 52l24 24M104 52 80 76',
} as const
export type Drawing = keyof typeof strokes

export const EmptyDrawing = ({ name }: { name: Drawing }) => (
  <svg className="empty-state-picture" viewBox="0 0 200 140" width="200" height="140" aria-hidden="true">
    <ellipse cx="100" cy="118" rx="84" ry="6" />
    <path d={strokes[name]} />
  </svg>
)
