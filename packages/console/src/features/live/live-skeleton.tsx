/** The page in the shape of what comes. */
export const LiveSkeleton = () => (
  <div className="live-skeleton" aria-busy="true">
    <div className="live-top">
      {[0, 1, 2].map((n) => (
        <span key={n} className="live-bone live-bone-now" />
      ))}
    </div>
    <div className="live-parts" data-doors>
      <div className="live-left">
        <span className="live-bone live-bone-plan" />
      </div>
      <div className="live-stream">
        {Array.from({ length: 8 }, (_, n) => (
          <span key={n} className="live-bone live-bone-row" />
        ))}
      </div>
    </div>
  </div>
)
