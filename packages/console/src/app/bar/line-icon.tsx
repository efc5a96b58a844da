/** Drawn on 20 × 20 with one stroke, in the colour of the text next to it. */
export const LineIcon = ({ path, size }: { path: string; size: number }) => (
  <svg
    viewBox="0 0 20 20"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
)
