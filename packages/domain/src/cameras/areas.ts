/** A point, in whatever unit its area has. */
interface Point {
  x: number;
  y: number;
}

interface Rectangle extends Point {
  width: number;
  height: number;
}

/** Whether a point lies in an area: winding number, so that a point that the outline goes around in any way is inside. */
export function holdsPoint(corners: readonly Point[], point: Point): boolean {
  let winding = 0;
  for (const [index, from] of corners.entries()) {
    const to = corners[(index + 1) % corners.length]!;
    const side = (to.x - from.x) * (point.y - from.y) - (point.x - from.x) * (to.y - from.y);
    if (from.y <= point.y && to.y > point.y && side > 0) winding += 1;
    else if (from.y > point.y && to.y <= point.y && side < 0) winding -= 1;
  }
  return winding !== 0;
}

/** Whether an area and a rectangle have anything in common. */
export function touchesRectangle(corners: readonly Point[], box: Rectangle): boolean {
  const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return (
    holdsPoint(corners, centre) ||
    corners.some((from, index) => crosses(from, corners[(index + 1) % corners.length]!, box))
  );
}

/** Whether a line has a part in a rectangle (Liang and Barsky). */
function crosses(from: Point, to: Point, { x, y, width, height }: Rectangle): boolean {
  let enters = 0;
  let leaves = 1;
  const deltaX = to.x - from.x;
  const deltaY = to.y - from.y;
  const limits: [number, number][] = [
    [-deltaX, from.x - x],
    [deltaX, x + width - from.x],
    [-deltaY, from.y - y],
    [deltaY, y + height - from.y],
  ];
  for (const [slope, distance] of limits) {
    if (slope === 0 && distance < 0) return false;
    if (slope < 0) enters = Math.max(enters, distance / slope);
    else if (slope > 0) leaves = Math.min(leaves, distance / slope);
  }
  return enters <= leaves;
}
