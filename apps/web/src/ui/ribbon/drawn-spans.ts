interface Span {
  fromUtcMs: number;
  toUtcMs: number;
}

/** A span where it is drawn, in units of the drawing. */
export interface DrawnSpan<T> {
  span: T;
  x: number;
  width: number;
}

/**
 * Units of a drawing of time, whatever range it shows. Milliseconds are no coordinates: a browser keeps 26 bits before
 * the point, so that everything after 9 h of a day fell onto one spot.
 */
export const drawnUnits = 1000;

/** At least so wide is drawn what must be seen however short it was: about two pixels of a strip on a desktop. */
const minUnits = 3;

const within = (value: number): number => Math.min(drawnUnits, Math.max(0, value));

/**
 * Where spans of a range are drawn, in 0..`drawnUnits`. What `mustShow` is widened until it can be seen and takes the room
 * from its neighbours; what lies outside of the range, or has no room left, is not drawn.
 */
export function drawnSpans<T extends Span>(
  range: Span,
  spans: readonly T[],
  mustShow: (span: T) => boolean,
): DrawnSpan<T>[] {
  const lengthMs = range.toUtcMs - range.fromUtcMs;
  if (lengthMs <= 0) return [];
  const unit = (utcMs: number): number => within(((utcMs - range.fromUtcMs) / lengthMs) * drawnUnits);
  const ends = spans
    .filter((span) => span.fromUtcMs < range.toUtcMs && span.toUtcMs > range.fromUtcMs)
    .map((span) => {
      const [from, to] = [unit(span.fromUtcMs), unit(span.toUtcMs)];
      const isFirm = mustShow(span);
      if (!isFirm || to - from >= minUnits) return { span, isFirm, from, to };
      const start = Math.min(drawnUnits - minUnits, Math.max(0, (from + to - minUnits) / 2));
      return { span, isFirm, from: start, to: start + minUnits };
    });
  return ends.flatMap(({ span, isFirm, from, to }, index) => {
    const before = ends[index - 1];
    const after = ends[index + 1];
    const x = !isFirm && before?.isFirm === true ? Math.max(from, before.to) : from;
    const end = !isFirm && after?.isFirm === true ? Math.min(to, after.from) : to;
    return end > x ? [{ span, x, width: end - x }] : [];
  });
}
