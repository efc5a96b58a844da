const Bone = ({ width, height = 12 }: { width: number | string; height?: number }) => (
  <i className="board-bone" style={{ width, height }} />
)

/** In the shape of what comes: figures, a chart, two subjects side by side, and the column at the side. */
export const BoardSkeleton = ({ label }: { label: string }) => (
  <div className="board board-skeleton" data-has-side role="status" aria-label={label}>
    <div className="board-main" aria-hidden>
      <div className="board-cell" data-span="whole">
        <div className="board-bone-figures">
          {[0, 1, 2, 3].map((place) => (
            <span key={place}>
              <Bone width={110} />
              <Bone width={72} height={26} />
              <Bone width={90} height={10} />
            </span>
          ))}
        </div>
      </div>
      <div className="board-cell" data-span="whole">
        <div className="board-block">
          <Bone width={150} />
          <div className="board-bone-bars">
            {[8, 22, 60, 100, 70, 34, 18, 14, 20, 12, 10, 8, 10, 6].map((share, place) => (
              <i key={place} className="board-bone" style={{ height: `${share}%` }} />
            ))}
          </div>
        </div>
      </div>
      {['left', 'right'].map((span) => (
        <div key={span} className="board-cell" data-span={span}>
          <BoneRows rows={5} />
        </div>
      ))}
    </div>
    <div className="board-side" aria-hidden>
      <div className="board-cell">
        <BoneRows rows={6} />
      </div>
      <div className="board-cell">
        <BoneRows rows={6} />
      </div>
    </div>
  </div>
)

const BoneRows = ({ rows }: { rows: number }) => (
  <div className="board-block">
    <Bone width={130} />
    {Array.from({ length: rows }, (_, place) => (
      <span key={place} className="board-bone-row">
        <Bone width={`${60 - place * 6}%`} />
        <Bone width={28} />
      </span>
    ))}
  </div>
)
